/**
 * How facts are drawn when events are played one after the other (`table/stage.js`), by title and by type of fact.
 *
 * This is data, and says no rule. A fact that is not listed is drawn by its members alone: who, which cards, from where to
 * where.
 *
 * - `sign`: a name of `icons.js`
 * - `less`, `more`: the member that says by how much something goes down or up, or that number itself; `now`: the member
 *   that says how much there is afterwards
 * - `compared`: two members, each a number or a card, that are held against each other; the first prevails unless `lost`
 * - `turned`: the cards are turned face up
 *
 * @typedef {{sign?: string, less?: string | number, more?: string | number, now?: string, compared?: [string, string], lost?: boolean, turned?: boolean}} Look
 */

/** @type {Record<string, Record<string, Look>>} */
export const LOOKS = {
  "dungeon-raiders": {
    room_entered: { sign: "door", turned: true },
    cards_revealed: { turned: true },
    rooms_seen: { sign: "torch", turned: true },
    torch_lit: { sign: "torch" },
    monster_beaten: { sign: "monster", compared: ["total", "strength"] },
    monster_attacked: { sign: "monster", compared: ["total", "strength"] },
    trap_sprung: { sign: "trap" },
    chest_opened: { sign: "chest" },
    chest_won: { sign: "chest" },
    treasure_gained: { sign: "coin", more: "amount", now: "treasure" },
    treasure_lost: { sign: "coin", less: "amount", now: "treasure" },
    wounded: { sign: "heart", less: "wounds", now: "life" },
    healed: { sign: "heart", more: "gained", now: "life" },
    character_died: { sign: "skull" },
    character_petrified: { sign: "skull" },
    characters_collapsed: { sign: "skull" },
    game_finished: { sign: "crown" },
  },
  "dice-and-danger": {
    damage_dealt: { sign: "heart", less: "amount", now: "left" },
    monster_fell: { sign: "skull" },
    monster_defeated: { sign: "gem", more: "gems" },
    bonus_scored: { sign: "gem", more: "gems" },
    life_lost: { sign: "heart", less: "track", now: "left" },
    black_symbol_crossed: { sign: "cross", less: 1, now: "left" },
    torch_spent: { sign: "torch", less: 1, now: "left" },
    gold_found: { sign: "gold", more: 1 },
    gem_found: { sign: "gem", more: 1 },
    chest_opened: { sign: "chest", turned: true },
    seat_died: { sign: "skull" },
    winners_found: { sign: "crown" },
  },
  "the-descent": {
    health_lost: { sign: "heart", less: "health", now: "left" },
    health_gained: { sign: "heart", more: "health", now: "left" },
    monster_wounded: { sign: "heart", less: 1, now: "left" },
    points_gained: { sign: "star", more: "points", now: "total" },
    points_lost: { sign: "star", less: "points", now: "total" },
    objects_fell: { sign: "down" },
    tile_opened: { turned: true },
    chest_opened: { sign: "chest" },
    dynamite_exploded: { sign: "fire" },
    character_died: { sign: "skull" },
    character_arrived: { sign: "flag" },
    game_ended: { sign: "crown" },
  },
  labyrinth: {
    card_explored: { turned: true },
    duel_cards_revealed: { compared: ["card", "rival_card"], turned: true },
    duel_won: { sign: "crown", compared: ["card", "beaten"] },
    rival_won_duel: { compared: ["card", "beaten"] },
    steambot_beaten: { compared: ["card", "steambot"] },
    rival_beat_steambot: { compared: ["card", "steambot"] },
    character_lost: { sign: "skull" },
    paper_burnt: { sign: "fire" },
    rival_paper_burnt: { sign: "fire" },
    game_won: { sign: "crown" },
    game_lost: { sign: "skull" },
  },
  runebound: {
    hero_moved: { sign: "boot" },
    roll_succeeded: { compared: ["total", "target"] },
    roll_failed: { compared: ["total", "target"], lost: true },
    card_drawn: { turned: true },
    enemy_wounded: { sign: "heart", less: "n" },
    enemy_healed: { sign: "heart", more: "n" },
    enemy_beaten: { sign: "sword" },
    wounds_suffered: { sign: "heart", less: "n" },
    wounds_healed: { sign: "heart", more: "n" },
    fatigue_suffered: { sign: "clock", more: "n" },
    fatigue_rested: { sign: "clock", less: "n" },
    gold_gained: { sign: "coin", more: "n" },
    gold_lost: { sign: "coin", less: "n" },
    hero_knocked_out: { sign: "skull" },
    ally_died: { sign: "skull" },
    loot_revealed: { turned: true },
    game_won: { sign: "crown" },
    game_ended: { sign: "crown" },
  },
};
