/* Gridiron by dice, straightforward: the rules in C, a random draw for each die, the baseline coach (RB-20.10).
 *
 * Default charts, four quarters of 15 minutes, a tie stands (overtime none). Written for this benchmark only.
 * Usage: redboar GAMES SEED. Prints: wins of seat 0, ties, wins of seat 1, points of both seats, plays, seconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "rng.h"

enum { KICKOFF, DECLARE, TRY, SAFETY_PUNT };
enum { RUN, PASS, INCOMPLETE, LOST };
static const int NET_KICKOFF[13] = {0, 0, 30, 35, 40, 40, 45, 45, 45, 45, 45, 50, -1};
static const int NET_PUNT[13] = {0, 0, 25, 30, 35, 40, 40, 40, 45, 45, 50, 50, 55};
static const int NEED[11] = {0, 3, 3, 3, 4, 4, 5, 6, 7, 9, 11};
static const int ADJUST[7] = {0, -5, -5, 0, 0, 5, 5};
static const int YARDS[13] = {0, 0, 20, 0, 0, -10, 5, 0, 5, 5, 15, 0, 25};
static const int IS_PASS[13] = {0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1};
static const int BASE[13] = {0, 0, 0, 999, 0, 0, 5, 0, 5, 5, 15, 0, 25};

static int score[2], quarter, left, phase, off, g, t, down;

static int two(void) { int a = die(6); return a + die(6); }
static int half(int yards) { return yards / 10 * 5; }
static void charge(int seconds) { left = left > seconds ? left - seconds : 0; }
static void first_down(int spot) { g = spot; t = spot > 10 ? spot - 10 : 0; down = 1; }
static void take_over(int side, int spot) { off = side; first_down(spot); phase = DECLARE; }
static void touchdown(int side) { score[side] += 6; off = side; phase = TRY; }
static void safety(void) { score[1 - off] += 2; phase = SAFETY_PUNT; g = 80; }

static void kicked(int net, int d) {
    int end = net < 0 ? 0 : g - net - ADJUST[d];
    take_over(1 - off, end > 0 ? 100 - end : 80);
}

static void stands(int how, int yards) {
    int spot = g - yards;
    if (how == LOST) {
        if (spot >= 100) touchdown(1 - off);
        else take_over(1 - off, spot > 0 ? 100 - spot : 80);
    } else if (spot <= 0) touchdown(off);
    else if (spot >= 100) safety();
    else if (spot <= t) first_down(spot);
    else if (down == 4) take_over(1 - off, 100 - spot);
    else { g = spot; down++; }
}

static int accepts(int by_offense, int how, int yards, int spot) {
    int end = g - yards;
    int first = how != LOST && end > 0 && end < 100 && end <= t;
    if (!by_offense) return !(first && end <= spot);
    int defensive = how == LOST && end >= 100;
    if (g == 95) return !defensive;
    if (how == LOST || (how != LOST && end >= 100)) return 0;
    int failed = down >= 3 && how != LOST && end > 0 && end < 100 && end > t;
    return !failed;
}

static void scrimmage(void) {
    int po = two(), pd = two();
    if (po == 2) { int y = half(100 - g); g += y < 5 ? y : 5; return; }
    if (pd == 2) { int y = half(g); g -= y < 5 ? y : 5; if (g <= t) first_down(g); return; }
    int total = two(), clock_used = total == 7 ? 10 : 30;
    if (po == 12 && pd == 12) { charge(clock_used); return; }
    int limit = total == 12 ? 15 : total == 10 ? 5 : 0, how, yards;
    if (g <= limit || total == 7) { how = INCOMPLETE; yards = 0; }
    else {
        int d = die(6);
        yards = YARDS[total] + ADJUST[d];
        how = IS_PASS[total] ? PASS : RUN;
        if (total == 3) yards = d <= 2 ? g - 5 : g;
        if (total == 2) { if (d <= 4) how = LOST; else { how = INCOMPLETE; yards = 0; } }
        if (total == 11 && d <= 2) how = LOST;
    }
    charge(clock_used);
    if (po != 12 && pd != 12) { stands(how, yards); return; }
    int end = g - yards;
    if (po == 12) {
        int y = half(100 - g), spot = g + (y < 10 ? y : 10);
        if (!accepts(1, how, yards, spot)) { stands(how, yards); return; }
        if (g == 95) safety();
        else g = spot;
        return;
    }
    if (how != LOST && end <= 0) { stands(how, yards); return; }
    int spot;
    if (!IS_PASS[total]) {
        int y = half(g);
        spot = g - (y < 10 ? y : 10);
        if (how != LOST && end > 0 && end < 100) {
            int z = half(end), other = end - (z < 10 ? z : 10);
            if (other < spot) spot = other;
        }
    } else {
        int base = BASE[total] == 999 ? g : BASE[total];
        if (g <= limit) base = 0;
        if (g > limit && base >= g) spot = 5;
        else { int y = half(g), want = base > 15 ? base : 15; spot = g - (want < y ? want : y); }
    }
    if (accepts(0, how, yards, spot)) first_down(spot);
    else stands(how, yards);
}

static int declares(void) { /* 0 play, 1 punt, 2 field goal */
    int lead = score[off] - score[1 - off];
    if (left <= 30 && g <= 50 && (quarter == 2 || (quarter == 4 && lead >= -3 && lead <= 0))) return 2;
    if (down < 4) return 0;
    if (quarter == 4 && lead < 0 && left <= 300) return g <= 40 && lead >= -3 ? 2 : 0;
    if (g <= 40) return 2;
    if ((g == 45 || g == 50) && g - t <= 5) return 0;
    return 1;
}

static void punt(void) {
    int total = two(), d = total % 2 ? 0 : die(6);
    charge(30);
    kicked(NET_PUNT[total], d);
}

static void play(void) {
    if (phase == KICKOFF) {
        int total = two(), d = NET_KICKOFF[total] < 0 ? 0 : die(6);
        charge(30);
        kicked(NET_KICKOFF[total], d);
    } else if (phase == SAFETY_PUNT) punt();
    else if (phase == TRY) {
        int lead = score[off] - score[1 - off];
        int convert = quarter == 4 && (lead == -10 || lead == -5 || lead == -2 || lead == 1 || lead == 5);
        int total = two();
        charge(10);
        if (convert) { if ((total >= 6 && total <= 8) || total == 12) score[off] += 2; }
        else if (total >= 3 && total <= 11) score[off] += 1;
        phase = KICKOFF; g = 65;
    } else {
        int what = declares();
        if (what == 0) scrimmage();
        else if (what == 1) punt();
        else {
            int total = two();
            charge(30);
            if (total >= NEED[g / 5]) { score[off] += 3; phase = KICKOFF; g = 65; }
            else take_over(1 - off, 100 - g < 80 ? 100 - g : 80);
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 3) { fprintf(stderr, "usage: redboar GAMES SEED\n"); return 2; }
    long games = atol(argv[1]), result[3] = {0}, points[2] = {0}, plays = 0;
    rng_state = mix(strtoull(argv[2], 0, 10) + 1);
    clock_t began = clock();
    for (long n = 0; n < games; n++) {
        int receiver = die(2) - 1;
        score[0] = score[1] = 0;
        quarter = 1; left = 900; off = 1 - receiver; phase = KICKOFF; g = 65;
        for (;;) {
            if (left == 0 && phase != TRY) {
                if (quarter == 4) break;
                quarter++; left = 900;
                if (quarter == 3) { off = receiver; phase = KICKOFF; g = 65; }
                continue;
            }
            play();
            plays++;
        }
        result[score[0] == score[1] ? 1 : score[0] > score[1] ? 0 : 2]++;
        points[0] += score[0];
        points[1] += score[1];
    }
    printf("%ld %ld %ld %ld %ld %ld %.6f\n", result[0], result[1], result[2], points[0], points[1], plays,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
