rare_x.o: /work/h1x/rare_x.c build/support/offsets.h \
 firmware/count/count_rows.h firmware/queens/board.h firmware/job/state.h \
 firmware/console/format.h firmware/storage/settings.h \
 firmware/count/count.h firmware/count/count_state.h tests/support/line.h \
 sim/board/uno.h sim/board/displays.h sim/board/types.h \
 tests/support/reference.h tests/support/test.h tests/support/words.h \
 firmware/console/commands.h
build/support/offsets.h:
firmware/count/count_rows.h:
firmware/queens/board.h:
firmware/job/state.h:
firmware/console/format.h:
firmware/storage/settings.h:
firmware/count/count.h:
firmware/count/count_state.h:
tests/support/line.h:
sim/board/uno.h:
sim/board/displays.h:
sim/board/types.h:
tests/support/reference.h:
tests/support/test.h:
tests/support/words.h:
firmware/console/commands.h:
