/* Fast Drive Football, straightforward: the drive loop in C, a random draw for each die, the coach of section 21.
 *
 * Two teams without qualities, default options but no overtime. The chart entries are data, written by
 * bench_lab.py from the game's own charts; the rules are written here for this benchmark only.
 * Usage: fastdrive FILE GAMES SEED. Prints: wins of seat 0, ties, wins of seat 1, points of both, plays, seconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "rng.h"

enum { KICKOFF, DRIVE, AGAIN, FOURTH, SETTLE, REPLACE, TRY, LAST, OVER };
enum { TD, FGA, PUNT, PUNT_BU, PUNT_CO, FUMBLE, INTERCEPTION, SAFETY, DOWNS, REROLL, BLOCKED_PUNT, BLOCKED_FGA, DEF_TD };
enum { L_KICKERS = 3, L_TD = 6, L_DEF_TD = 7, L_GOOD = 8, L_BAD = 9, L_NOTHING = 13, L_FOLLOW = 100 };
enum { T_KICKOFF, T_SQUIB, T_ONSIDE, T_PUNT_BU, T_PUNT, T_PUNT_CO };

static int drive_of[6][216], unusual[128][36], word[256], arg[256], base_of[256], dot[256], unusual_of[256];
static int kick[6][2][36][2], fumble[6][6][2], interception[6][6][2], two_point[6][36][2], fourth[6][36][2];
static int desperation[6][36][2], follow[64][6][2], hope[6], fg[2][2], xp[2][2];
static int score[2], half, left, phase, ball, start, kicker, opener, second, ending, final;

static int two(void) { int a = die(6); return (a - 1) * 6 + die(6) - 1; }
static int ask(const int *pair) { return pair[0] == pair[1] ? pair[0] : die(6) & 1 ? pair[0] : pair[1]; }
static int lead_of(int seat) { return score[seat] - score[1 - seat]; }
static int is_punt(int e) { return word[e] >= PUNT && word[e] <= PUNT_CO; }
static int between(const int *range) { if (range[1] - range[0] == 35) return 1; int r = two(); return range[0] <= r && r <= range[1]; }

static void end_half(void) {
    final = 0;
    if (half == 1) { half = 2; left = 24; kicker = 1 - opener; phase = KICKOFF; }
    else phase = OVER;
}
static void take_over(int seat, int where) {
    ball = seat; start = where; phase = DRIVE;
    if (left) return;
    int lead = lead_of(seat);
    if (half > 1 && lead >= -8 && lead <= 0) { phase = LAST; return; }
    second = 0;
    end_half();
}
static void touchdown(int seat) {
    kicker = seat;
    score[seat] += 6;
    int lead = lead_of(seat);
    if (final && !(lead >= -2 && lead <= 0)) end_half();
    else phase = TRY;
}
static int roll_kick(int table, int receiver) {
    int found = ask(kick[table][receiver][two()]);
    return found >= L_FOLLOW ? ask(follow[found - L_FOLLOW][die(6) - 1]) : found;
}
static void come_down(int landing, int receiver) {
    if (landing == L_TD) { touchdown(receiver); return; }
    final = 0;
    if (landing >= L_KICKERS) take_over(1 - receiver, landing - L_KICKERS);
    else take_over(receiver, landing);
}
static void after_score(void) {
    phase = KICKOFF;
    if (!left && (half == 1 || final)) end_half();
}
static void missed(int where) {
    second = 0;
    if (!left && half == 1) end_half();
    else take_over(1 - ball, where);
}
static void lost_on_downs(int where) { second = 0; take_over(1 - ball, where); }

static void carry_out(int e) {
    int landing;
    second = 0;
    switch (word[e]) {
    case PUNT: case PUNT_BU: case PUNT_CO: {
        int receiver = 1 - ball;
        come_down(roll_kick(word[e] == PUNT ? T_PUNT : word[e] == PUNT_BU ? T_PUNT_BU : T_PUNT_CO, receiver), receiver);
        break; }
    case FGA:
        if (!between(fg[ball])) { missed(1); break; }
        kicker = ball; score[ball] += 3; after_score();
        break;
    case TD: touchdown(ball); break;
    case FUMBLE: case INTERCEPTION:
        landing = ask((word[e] == FUMBLE ? fumble : interception)[ball * 3 + start][die(6) - 1]);
        if (landing == L_DEF_TD) touchdown(1 - ball);
        else take_over(1 - ball, landing);
        break;
    case DEF_TD: touchdown(1 - ball); break;
    case BLOCKED_PUNT: case BLOCKED_FGA:
        if (arg[e] < 0) touchdown(1 - ball);
        else if (word[e] == BLOCKED_FGA) missed(arg[e]);
        else take_over(1 - ball, arg[e]);
        break;
    case DOWNS: take_over(1 - ball, arg[e]); break;
    case SAFETY: {
        int defense = 1 - ball;
        score[defense] += 2;
        landing = roll_kick(T_PUNT_BU, defense);
        final = !left && half > 1;
        come_down(landing, defense);
        break; }
    }
}

static void last_tick(int e) {
    int lead = lead_of(ball);
    if (half == 2 && lead > 8 && (word[e] == TD || word[e] == FGA)) { second = 0; end_half(); }
    else if (half > 1 && second && is_punt(e)) lost_on_downs(1);
    else if (half > 1 && second && word[e] == FGA) { ending = e; phase = SETTLE; }
    else if (half > 1 && ((is_punt(e) && lead >= -8 && lead <= -1) || (word[e] == FGA && lead >= -8 && lead <= -4))) {
        ending = e; phase = REPLACE;
    } else carry_out(e);
}

static void charge(int e, int ticks) {
    if (word[e] == REROLL && ticks <= left) { left -= ticks; phase = AGAIN; return; }
    if (ticks < left) {
        left -= ticks;
        if (left <= 6 && half > 1 && !second && lead_of(ball) < 0 && (is_punt(e) || word[e] == FGA)) {
            ending = e; phase = FOURTH;
        } else if (second && is_punt(e)) lost_on_downs(1);
        else if (second && word[e] == FGA) { ending = e; phase = SETTLE; }
        else carry_out(e);
    } else if (ticks > left) {
        int behind = -lead_of(ball), kicks = half > 1 && word[e] == TD && ticks == left + 1 && behind >= 0 && behind <= 3;
        left = 0;
        if (kicks && between(fg[ball])) score[ball] += 3;
        second = 0;
        end_half();
    } else { left = 0; last_tick(e); }
}

static void drive(void) {
    if (left == 1 && half == 2 && phase == DRIVE && lead_of(ball) > 0) { left = 0; second = 0; end_half(); return; }
    int b = die(6), w = die(6), r = die(6);
    int e = drive_of[ball * 3 + start][(b - 1) * 36 + (w - 1) * 6 + r - 1];
    if (unusual_of[e] >= 0) e = unusual[unusual_of[e]][two()];
    if (word[e] == REROLL && !dot[e]) { phase = AGAIN; return; }
    charge(e, second ? 1 : base_of[e]);
}

static void last_play(void) {
    int landing = ask(desperation[ball * 3 + start][two()]);
    second = 0;
    if (landing == L_NOTHING) { end_half(); return; }
    final = 1;
    touchdown(landing == L_TD ? ball : 1 - ball);
}

static void play(void) {
    int lead, behind, e = ending;
    switch (phase) {
    case KICKOFF: {
        int table = T_KICKOFF;
        lead = lead_of(kicker);
        if (!left) {
            if (lead >= -8 && lead < 0) table = T_ONSIDE;
            else if (lead > 0 && lead <= 8) table = T_SQUIB;
        } else if (left <= 4 && half == 2) {
            if ((lead < 0 && lead >= -8 && left <= 1) || lead < -8) table = T_ONSIDE;
            else if (lead >= 1 && lead <= 8 && left <= 1) table = T_SQUIB;
        }
        int receiver = 1 - kicker, landing = roll_kick(table, receiver);
        final = !left && half > 1;
        come_down(landing, receiver);
        break; }
    case DRIVE: case AGAIN: drive(); break;
    case FOURTH:
        behind = -lead_of(ball);
        int go = word[e] == FGA ? !(behind <= 3 || (behind > 8 && behind <= 11)) && left <= (behind <= 8 ? 3 : 5)
                                : left <= 3 || behind > 8;
        if (!go) { carry_out(e); break; }
        int found = ask(fourth[ball * 3 + start][two()]);
        if (found == L_GOOD) { second = 1; phase = AGAIN; }
        else lost_on_downs(found == L_BAD ? 1 : found - L_BAD - 1);
        break;
    case SETTLE:
        behind = -lead_of(ball);
        if (behind <= 3 || (behind > 8 && behind <= 11)) carry_out(e);
        else lost_on_downs(1);
        break;
    case REPLACE: last_play(); break;
    case LAST:
        if (lead_of(ball) < 0 || hope[ball * 3 + start]) last_play();
        else { second = 0; end_half(); }
        break;
    case TRY:
        lead = lead_of(kicker);
        int go_two = final ? lead == -2
                           : half > 1 && left <= 12 && (lead == 1 || lead == 5 || lead == 12 || lead == -2 || lead == -5 ||
                                                        lead == -10 || lead == -16 || lead == -18);
        if (!go_two) score[kicker] += between(xp[kicker]);
        else if (ask(two_point[kicker * 3 + start][two()]) == L_GOOD) score[kicker] += 2;
        after_score();
        break;
    }
}

static void ints(FILE *f, int *to, int count) {
    for (int n = 0; n < count; n++)
        if (fscanf(f, "%d", to + n) != 1) { fprintf(stderr, "fastdrive: short chart file\n"); exit(2); }
}

int main(int argc, char **argv) {
    if (argc != 4) { fprintf(stderr, "usage: fastdrive FILE GAMES SEED\n"); return 2; }
    FILE *f = fopen(argv[1], "r");
    if (!f) { perror(argv[1]); return 2; }
    int counts[3];
    ints(f, counts, 3);
    if (counts[0] > 256 || counts[1] > 128 || counts[2] > 64) { fprintf(stderr, "fastdrive: charts too big\n"); return 2; }
    for (int n = 0; n < counts[0]; n++) { int row[5]; ints(f, row, 5); word[n] = row[0]; arg[n] = row[1]; base_of[n] = row[2]; dot[n] = row[3]; unusual_of[n] = row[4]; }
    for (int n = 0; n < counts[1]; n++) ints(f, unusual[n], 36);
    for (int n = 0; n < counts[2]; n++) ints(f, follow[n][0], 12);
    ints(f, drive_of[0], 6 * 216);
    ints(f, kick[0][0][0], 6 * 2 * 36 * 2);
    ints(f, fumble[0][0], 72); ints(f, interception[0][0], 72);
    ints(f, two_point[0][0], 432); ints(f, fourth[0][0], 432); ints(f, desperation[0][0], 432);
    ints(f, hope, 6); ints(f, fg[0], 4); ints(f, xp[0], 4);
    fclose(f);
    long games = atol(argv[2]), result[3] = {0}, points[2] = {0}, plays = 0;
    rng_state = mix(strtoull(argv[3], 0, 10) + 1);
    clock_t began = clock();
    for (long n = 0; n < games; n++) {
        score[0] = score[1] = 0;
        half = 1; left = 24; second = final = 0; ball = 0; start = 1;
        kicker = opener = die(2) - 1;
        phase = KICKOFF;
        while (phase != OVER) { play(); plays++; }
        result[score[0] == score[1] ? 1 : score[0] > score[1] ? 0 : 2]++;
        points[0] += score[0];
        points[1] += score[1];
    }
    printf("%ld %ld %ld %ld %ld %ld %.6f\n", result[0], result[1], result[2], points[0], points[1], plays,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
