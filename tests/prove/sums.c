/* The totals of a count grow by what is added to them. */
// prove: -wp-model cast -wp-fct sum_add,add_mod_255
#include "firmware/count/count_state.c"
