# The figures of the comparison image: measured in simulation, held against those in bench.tsv.

BENCH_TABLE := $(BUILD)/bench.txt

# The table grows on the screen; after it the image waits for a key, which costs no time.
bench_run = @set -o pipefail; \
            $(SIM_PROGRAM) --headless --seconds=300 $(UNO)/bench.elf </dev/null | \
            tr -d '\r' | tee $(BENCH_TABLE)

.PHONY: bench bench-update
bench: $(UNO)/bench.elf $(SIM_PROGRAM)
bench: ## measure every program in cycles and bytes, against the figures kept in the repo
	$(bench_run)
	@tests/gates/figures/compare $(BENCH_TABLE) tests/gates/figures/bench.tsv

bench-update: $(UNO)/bench.elf $(SIM_PROGRAM) ## the same, and keep the new figures
	$(bench_run)
	@tests/gates/figures/compare -u $(BENCH_TABLE) tests/gates/figures/bench.tsv
