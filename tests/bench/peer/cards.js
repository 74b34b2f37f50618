// A card game for two with hidden hands and a hidden deck, about as much work as a trick of Dungeon Raiders.
const { PlayerView } = require("boardgame.io/core");

const HAND = 5;

exports.cards = {
  name: "cards",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  setup: ({ random }) => {
    const deck = random.Shuffle([...Array(52).keys()].map((id) => ({ id, rank: 1 + (id >> 2) })));
    const players = { 0: { hand: deck.splice(0, HAND) }, 1: { hand: deck.splice(0, HAND) } };
    return { secret: { deck }, players, pile: [], score: { 0: 0, 1: 0 } };
  },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, at) => {
        const { hand } = G.players[playerID];
        if (!(at in hand)) return "INVALID_MOVE";
        const [card] = hand.splice(at, 1);
        G.score[playerID] += card.rank;
        G.pile.push(card);
        if (!G.secret.deck.length) {
          G.secret.deck = random.Shuffle(G.pile);
          G.pile = [];
        }
        hand.push(G.secret.deck.pop());
      },
    },
  },
};
