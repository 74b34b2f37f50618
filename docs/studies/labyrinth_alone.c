/*
 * How often can a Labyrinth team of one win at most?
 *
 *     cc -O2 -o bound docs/studies/labyrinth_alone.c && ./bound          about two minutes, 1.2 GB
 *     cc -O2 -DALTERNATE -o bound docs/studies/labyrinth_alone.c && ./bound
 *
 * The program solves a game that is easier than Labyrinth, exactly, by dynamic programming over what is left in the
 * deck. So no player who does not know the order of the deck wins more often than the number it prints. It is easier
 * in these points:
 *
 * - As soon as a Knight has been found, each turn may be a Duel or an exploration, as the player likes. The real
 *   player has to walk to the rival first. With -DALTERNATE the turn after a Duel, or after finding the rival, is an
 *   exploration, as it is in the real game unless two rivals stand side by side.
 * - Every Location and the Chest can be laid.
 * - Thief and Market, when explored, give any Trophy. Here that is a gift; the rules need a rival with a Trophy.
 * - In a Duel, a Knight or a Cage on either side ends it without harm. No rival ever leaves.
 */
#include <stdio.h>
#include <stdlib.h>

enum { LOCATION, ROCK, PAPER, SCISSORS, SIMPLE, LANCER, ARMOURED, BLANK, DEALER, DRAGON, MAGE, KINDS };
/* BLANK: Knights and Cages. DEALER: Thief and Market. */

static const int START[KINDS] = {12, 7, 7, 6, 3, 2, 2, 6, 2, 1, 1};
#define TO_LAY 8
#define LAST (12 - TO_LAY) /* Locations left in the deck when the game is won */
#define KNIGHTS 3

/* A team: a Knight with a Trophy (0 none, 1 Rock, 2 Paper, 3 Scissors), with or without the Mage, or the Mage alone. */
#define LOST 24
#define WITHOUT_MAGE 4
enum { NO_RIVAL, DUELS, EXPLORES };
#ifdef ALTERNATE
#define MODES 3
#define AFTER_DUEL EXPLORES
#else
#define MODES 2
#define AFTER_DUEL DUELS
#endif

typedef struct { int count, team[12]; } Choice;

static Choice take[LOST][4], gift[LOST], lose[LOST], fight[LOST][3], defend[LOST][3], dragon[LOST], changed[LOST][4];
static int joined[LOST];
static size_t stride[KINDS];
static size_t decks; /* of each kind: without the Mage, and with her */
static float *value; /* by deck, team and mode */

static int team_of(int knight, int its, int mage, int hers)
{
    if (knight && mage) return 4 + its * 4 + hers;
    return knight ? its : mage ? 20 + hers : LOST;
}

static void parts_of(int team, int *knight, int *its, int *mage, int *hers)
{
    *knight = team < 20, *mage = team >= 4;
    *its = team < 4 ? team : team < 20 ? (team - 4) / 4 : 0;
    *hers = team < 4 ? 0 : team < 20 ? (team - 4) % 4 : team - 20;
}

static int stops(int trophy, int steambot, int mage) /* LB-040, LB-041 */
{
    if (mage) return trophy == PAPER;
    return (trophy == ROCK && steambot != LANCER) || (trophy == SCISSORS && steambot != ARMOURED);
}

static int beats(int one, int other)
{
    return (one == ROCK && other == SCISSORS) || (one == SCISSORS && other == PAPER) || (one == PAPER && other == ROCK);
}

static void add(Choice *choice, int team)
{
    for (int i = 0; i < choice->count; i++)
        if (choice->team[i] == team) return;
    choice->team[choice->count++] = team;
}

static void list_choices(int team)
{
    int knight, its, mage, hers;
    parts_of(team, &knight, &its, &mage, &hers);
    for (int kind = ROCK; kind <= SCISSORS; kind++) {
        add(&take[team][kind], team);
        if (knight) add(&take[team][kind], team_of(1, kind, mage, hers));
        if (mage) add(&take[team][kind], team_of(knight, its, 1, kind));
        for (int i = 0; i < take[team][kind].count; i++) add(&gift[team], take[team][kind].team[i]);
    }
    if (knight) add(&lose[team], team_of(0, 0, mage, hers));
    if (mage) add(&lose[team], team_of(knight, its, 0, 0));
    for (int bot = SIMPLE; bot <= ARMOURED; bot++) { /* LB-042, LB-071 */
        Choice *free = &fight[team][bot - SIMPLE], *forced = &defend[team][bot - SIMPLE];
        if (knight && stops(its, bot, mage)) add(forced, team_of(1, 0, mage, hers));
        if (mage && stops(hers, bot, mage)) add(forced, team_of(knight, its, 1, 0));
        *free = *forced;
        for (int i = 0; i < lose[team].count; i++) add(free, lose[team].team[i]);
        if (!forced->count) *forced = lose[team];
    }
    if (knight) add(&dragon[team], team_of(0, 0, mage, hers == PAPER ? 0 : hers)); /* LB-050 */
    if (mage) add(&dragon[team], team_of(knight, its == PAPER ? 0 : its, 0, 0));
    joined[team] = team_of(knight, its, 1, hers);
    for (int kind = ROCK; kind <= SCISSORS; kind++) { /* LB-065, LB-066 */
        add(&changed[team][kind], team);
        for (int who = 0; who < 2; who++) {
            int played = who ? hers : its;
            if (!(who ? mage : knight) || !beats(played, kind)) continue;
            int t1 = who ? its : 0, t2 = who ? 0 : hers, won[2] = {kind, played};
            add(&changed[team][kind], team_of(knight, t1, mage, t2));
            for (int i = 0; i < 2; i++) {
                if (knight) add(&changed[team][kind], team_of(1, won[i], mage, t2));
                if (mage) add(&changed[team][kind], team_of(knight, t1, 1, won[i]));
            }
        }
    }
}

/* Decks with the Mage come after all others; no team has her then. */
static float *place_of(size_t deck, int team)
{
    size_t teams = deck < decks ? deck * LOST : decks * LOST + (deck - decks) * WITHOUT_MAGE;
    return value + (teams + team) * MODES;
}

static float at(size_t deck, int team, int mode)
{
    return team == LOST ? 0 : place_of(deck, team)[mode];
}

static float best(size_t deck, const Choice *choice, int mode)
{
    float found = 0;
    for (int i = 0; i < choice->count; i++) {
        float one = at(deck, choice->team[i], mode);
        if (one > found) found = one;
    }
    return found;
}

/* The chance to win if the top card of the deck is explored. */
static float explored(size_t deck, const int *left, int cards, int team, int mode)
{
    int then = mode == NO_RIVAL ? NO_RIVAL : DUELS;
    float total = 0;
    for (int card = 0; card < KINDS; card++) {
        size_t rest = deck - stride[card];
        float one;
        if (!left[card]) continue;
        if (card == LOCATION) one = left[card] - 1 == LAST ? 1 : at(rest, team, then);
        else if (card <= SCISSORS) one = best(rest, &take[team][card], then);
        else if (card <= ARMOURED) one = best(rest, &fight[team][card - SIMPLE], then);
        else if (card == DEALER) one = best(rest, &gift[team], then);
        else if (card == DRAGON) one = best(rest, &dragon[team], then);
        else if (card == MAGE) one = at(rest, joined[team], then);
        else if (mode != NO_RIVAL) one = at(rest, team, then);
        else one = (KNIGHTS * at(rest, team, AFTER_DUEL) + (left[card] - KNIGHTS) * at(rest, team, NO_RIVAL)) / left[card];
        total += one * left[card] / cards;
    }
    return total;
}

/* The chance to win if a Duel is fought: the player's card, and the rival's. LB-061 to LB-079 */
static float duelled(size_t deck, const int *left, int cards, int team)
{
    int mage = team >= WITHOUT_MAGE;
    float total = 0;
    for (int own = 0; own < KINDS; own++)
        for (int other = 0; other < KINDS; other++) {
            int pairs = left[own] * (left[other] - (own == other));
            int laid = (own == LOCATION) + (other == LOCATION);
            size_t rest = deck - stride[own] - stride[other];
            float one;
            if (pairs <= 0) continue;
            if (laid && left[LOCATION] - laid <= LAST) one = 1;
            else if (laid) one = at(rest, team, AFTER_DUEL);
            else if (own == DRAGON || other == DRAGON) one = best(rest, &dragon[team], AFTER_DUEL);
            else if (own == BLANK || other == BLANK || own == DEALER || other == DEALER) one = at(rest, team, AFTER_DUEL);
            else if (own <= SCISSORS && own == other) one = best(rest, &changed[team][own], AFTER_DUEL);
            else if (own <= SCISSORS && other <= SCISSORS && beats(own, other)) {
                float first = best(rest, &take[team][own], AFTER_DUEL), second = best(rest, &take[team][other], AFTER_DUEL);
                one = first > second ? first : second;
            }
            else if (other < SIMPLE || other > ARMOURED || own == other || (own <= SCISSORS && stops(own, other, mage)))
                one = at(rest, team, AFTER_DUEL);
            else one = best(rest, &defend[team][other - SIMPLE], AFTER_DUEL);
            total += one * pairs / ((float)cards * (cards - 1));
        }
    return total;
}

int main(void)
{
    int left[KINDS];
    size_t first = 0;
    decks = 1;
    for (int card = 0; card < KINDS; card++) {
        stride[card] = decks;
        if (card != MAGE) decks *= START[card] + 1 - (card == LOCATION ? LAST + 1 : 0);
    }
    if (!(value = calloc(decks * (LOST + WITHOUT_MAGE) * MODES, sizeof *value))) return fputs("out of memory\n", stderr), 1;
    for (int team = 0; team < LOST; team++) list_choices(team);
    for (size_t deck = 0; deck < 2 * decks; deck++) {
        int cards = 0;
        size_t rest = deck;
        for (int card = MAGE; card >= LOCATION; card--) {
            left[card] = (int)(rest / stride[card]) + (card == LOCATION ? LAST + 1 : 0);
            rest %= stride[card];
            cards += left[card];
        }
        for (int team = 0; team < (left[MAGE] ? WITHOUT_MAGE : LOST); team++) {
            float *found = place_of(deck, team);
            if (left[BLANK] >= KNIGHTS) found[NO_RIVAL] = explored(deck, left, cards, team, NO_RIVAL);
            float alone = explored(deck, left, cards, team, DUELS), pair = duelled(deck, left, cards, team);
            found[DUELS] = pair > alone ? pair : alone;
#ifdef ALTERNATE
            found[EXPLORES] = alone;
#endif
        }
    }
    for (int card = 0; card < KINDS; card++) first += stride[card] * (START[card] - (card == LOCATION ? LAST + 1 : 0));
    printf("%.1f %%\n", 100 * at(first, SCISSORS, NO_RIVAL));
    return 0;
}
