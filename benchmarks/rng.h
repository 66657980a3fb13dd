/* splitmix64: one multiplication-mixed number a step, the same generator as lab/bulk.py uses. */
#include <stdint.h>
static uint64_t rng_state;
static inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}
static inline uint64_t next64(void) { return mix(rng_state += 0x9E3779B97F4A7C15ULL); }
/* A fair die: the high half of a 32 x 32 bit product; its bias is below 2^-29. */
static inline int die(int sides) { return 1 + (int)(((next64() >> 32) * (uint64_t)sides) >> 32); }
