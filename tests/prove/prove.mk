# Proofs: Frama-C's WP checks the pure modules against their contracts, comments /*@ ... */, and the rules of
# C itself: no overflow, no access outside an object, with int of 16 bits as on the chip.

NEED_prove        += frama-c-base why3 z3 cvc4
NEED_prove-update += $(NEED_prove)

PROVED := $(addprefix firmware/,queens/queens.c queens/verify.c queens/board.c queens/symmetry.c debounce.c \
            display/view.c storage/ecc.c storage/settings.c) hal/ring.h \
            $(addprefix tests/prove/,theorem.c back.c cut.c records.c)

.PHONY: prove prove-update
prove: ## prove the contracts of the search and its neighbours, function by function
	@tests/prove/prove $(PROVED)

prove-update: ## the same, and keep the new measurements
	@tests/prove/prove -u $(PROVED)
