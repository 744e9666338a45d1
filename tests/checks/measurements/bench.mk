# The measurements of the comparison image: measured in simulation, held against those in bench.tsv.

BENCH_TABLE := $(BUILD)/bench.txt

# The table grows on the screen; after it the image waits for a key, which costs no time.
bench_run = @set -o pipefail; \
            $(SIM_PROGRAM) --headless --seconds=300 $(UNO)/bench.elf </dev/null | \
            tr -d '\r' | tee $(BENCH_TABLE)

.PHONY: bench bench-update
bench: $(UNO)/bench.elf $(SIM_PROGRAM)
bench: ## measure every program in cycles and bytes, against the measurements kept in the repo
	$(bench_run)
	@tests/checks/measurements/compare $(BENCH_TABLE) tests/checks/measurements/bench.tsv

bench-update: $(UNO)/bench.elf $(SIM_PROGRAM) ## the same, and keep the new measurements
	$(bench_run)
	@tests/checks/measurements/compare -u $(BENCH_TABLE) tests/checks/measurements/bench.tsv
