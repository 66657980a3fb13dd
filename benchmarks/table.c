/* The table-driven limit: plays the tables of lab/bulk.py, one random number a play, as fast as C can.
 *
 * Usage: table FILE GAMES SEED. FILE is what bench_lab.py writes: a header of 64-bit counts and the arrays.
 * Prints: wins of seat 0, ties, wins of seat 1, points of both seats, plays, seconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "rng.h"

static void *take(FILE *f, size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p || fread(p, 1, size, f) != size) { fprintf(stderr, "table: short file\n"); exit(2); }
    return p;
}

int main(int argc, char **argv) {
    if (argc != 4) { fprintf(stderr, "usage: table FILE GAMES SEED\n"); return 2; }
    FILE *f = fopen(argv[1], "rb");
    if (!f) { perror(argv[1]); return 2; }
    long games = atol(argv[2]);
    uint64_t seed = strtoull(argv[3], 0, 10);
    int64_t *h = take(f, 7 * 8);
    int64_t start = h[0];
    int limit = (int)h[1], families = (int)h[2], slots = (int)h[3], width = 2 * limit + 1;
    int16_t *kind = take(f, 2L * families * slots * width);
    int64_t *rows = take(f, 8L * h[4]);
    int32_t *stop = take(f, 4L * slots);
    uint32_t(*draw)[4] = take(f, 16L * h[5]);
    int64_t *leaf = take(f, 8L * h[6]);
    fclose(f);
    long result[3] = {0}, points[2] = {0}, plays = 0;
    clock_t began = clock();
    for (long number = 0; number < games; number++) {
        rng_state = mix(seed + 0x9E3779B97F4A7C15ULL * (uint64_t)(number + 1));
        int64_t place = start, row;
        int slot = 0, side = 0;
        long mine = 0, theirs = 0;
        for (;;) {
            long lead = mine - theirs;
            lead = (lead < -limit ? -limit : lead > limit ? limit : lead) + limit;
            row = rows[(place & 0xFFFFFF) + kind[(((place >> 24) & 255) * slots + slot) * width + lead]];
            if (row < 0) break;
            plays++;
            uint64_t r = next64();
            uint64_t k = (uint64_t)(row >> 16) + (((r >> 32) * (uint64_t)(row & 65535)) >> 32);
            place = leaf[(uint32_t)r < draw[k][0] ? draw[k][1] : draw[k][2]];
            mine += (place >> 41) & 255;
            theirs += (place >> 49) & 255;
            int later = slot + (int)((place >> 32) & 255);
            slot = later < stop[slot] ? later : stop[slot];
            if ((place >> 40) & 1) { long swap = mine; mine = theirs; theirs = swap; side ^= 1; }
        }
        result[row == -3 ? 1 : 2 * (row == -2 ? side : 1 - side)]++;
        points[side] += mine;
        points[1 - side] += theirs;
    }
    printf("%ld %ld %ld %ld %ld %ld %.6f\n", result[0], result[1], result[2], points[0], points[1], plays,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
