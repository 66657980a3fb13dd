/* The table-driven limit: plays the tables of lab/bulk.py, one random number a play, eight games side by side.
 *
 * Usage: table FILE GAMES SEED. FILE is what bench_lab.py writes: a header of 64-bit counts and the arrays.
 * Prints: wins of seat 0, ties, wins of seat 1, points of both seats, plays, seconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "rng.h"

#define LANES 8 /* games side by side, so that one does not wait for another's memory reads */
#define GOLDEN 0x9E3779B97F4A7C15ULL

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
    const int16_t *restrict kind = take(f, 2L * families * slots * width);
    const int64_t *restrict rows = take(f, 8L * h[4]);
    const int32_t *restrict stop = take(f, 4L * slots);
    const uint32_t(*restrict draw)[4] = take(f, 16L * h[5]);
    const int64_t *restrict leaf = take(f, 8L * h[6]);
    fclose(f);
    long result[3] = {0}, points[2] = {0}, plays = 0, due = 0;
    struct { uint64_t x; int64_t place; long mine, theirs; int slot, side; } lane[LANES], *g;
    int lanes = 0;
    clock_t began = clock();
#define BEGIN(l) (l)->x = mix(seed + GOLDEN * (uint64_t)(++due)), (l)->place = start, (l)->mine = (l)->theirs = (l)->slot = (l)->side = 0
    for (; lanes < LANES && due < games; lanes++) BEGIN(&lane[lanes]);
    while (lanes)
        for (int j = 0; j < lanes; j++) {
            g = &lane[j];
            long lead = g->mine - g->theirs;
            lead = (lead < -limit ? -limit : lead > limit ? limit : lead) + limit;
            int64_t row = rows[(g->place & 0xFFFFFF) + kind[(((g->place >> 24) & 255) * slots + g->slot) * width + lead]];
            if (row < 0) {
                result[row == -3 ? 1 : 2 * (row == -2 ? g->side : 1 - g->side)]++;
                points[g->side] += g->mine;
                points[1 - g->side] += g->theirs;
                if (due < games) BEGIN(g);
                else *g = lane[--lanes];
                continue;
            }
            plays++;
            uint64_t r = mix(g->x += GOLDEN);
            uint64_t k = (uint64_t)(row >> 16) + (((r >> 32) * (uint64_t)(row & 65535)) >> 32);
            int64_t chosen = leaf[(uint32_t)r < draw[k][0] ? draw[k][1] : draw[k][2]];
            long a = g->mine + ((chosen >> 41) & 255), b = g->theirs + ((chosen >> 49) & 255);
            int turned = (int)((chosen >> 40) & 1), later = g->slot + (int)((chosen >> 32) & 255) - 128;
            g->mine = turned ? b : a;
            g->theirs = turned ? a : b;
            g->side ^= turned;
            g->slot = later < stop[g->slot] ? later : stop[g->slot];
            g->place = chosen;
        }
    printf("%ld %ld %ld %ld %ld %ld %.6f\n", result[0], result[1], result[2], points[0], points[1], plays,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
