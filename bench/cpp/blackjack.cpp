// The C++ twin of sabot/games/blackjack/simulation_kernels.py: same shoes, same rounds, same counts.
//
// The whole game is one table of hands, made from sabot's rules and strategy: an entry under LIVE is
// a finished hand, any other one the row of a hand that takes another card. It stays in the first
// level of the cache, and drawing is one load per card.

#include <algorithm>

#include "rng.hpp"

namespace {

constexpr u64 BLACKJACK = 1, LOW = 2, SPLIT = 16;
constexpr u64 DEALER_UNPLAYED = 6, DEALER_BLACKJACK = 7, DEALER_PEEKED = 8;
constexpr u64 LIVE = 32, DEALER = 32, OPENING = 256;
constexpr u64 FIRST_SPLIT = OPENING + 11 * 256, SECOND_SPLIT = FIRST_SPLIT + 11 * 256;
constexpr u64 DEALER_CLASSES = 16, ACE_UP = 8;
constexpr int MORE_CARDS = 4 * BATCH, CARDS_ENOUGH = 47;

// A shoe that is shuffled as far as it is dealt. The rare path is kept out of the loops.
struct Shoe {
    u32* cards;
    const u64* refused_under;
    int size;
    Rng rng;

    int whole_batches() const { return size / BATCH * BATCH; }

    int begin(int first_cards) {
        shuffle_on(cards, size, 0, first_cards, refused_under, rng);
        return first_cards;
    }

    __attribute__((noinline)) int more(int ready) {
        const int until = std::min(ready + MORE_CARDS, whole_batches());
        shuffle_on(cards, size, ready, until, refused_under, rng);
        return until;
    }
};

}  // namespace

extern "C" void count_rounds(u64 rounds, u32* cards, int size, int rounds_per_shoe, int first_cards,
                             const u64* refused_under, const u16* table, u64* state, u32* counts) {
    Shoe shoe{cards, refused_under, size, Rng(state)};
    const int last_start = shoe.whole_batches() - CARDS_ENOUGH;
    int at = 0, ready = 0;

    const auto make_ready = [&](int wanted) {
        if (__builtin_expect(at + wanted > ready, 0)) ready = shoe.more(ready);
    };
    const auto value = [&](int place) -> u64 { return cards[place] & 15; };
    const auto hit = [&](u64 hand) -> u64 {
        make_ready(1);
        return table[hand + value(at++)];
    };
    const auto finish = [&](u64 hand) {
        while (hand >= LIVE) hand = hit(hand);
        return hand;
    };

    while (rounds > 0) {
        u64 left = std::min<u64>(rounds, rounds_per_shoe);
        at = 0;
        ready = shoe.begin(first_cards);
        for (; left > 0 && at <= last_start; left--, rounds--) {
            make_ready(4);
            const u64 first = value(at), up = value(at + 1);
            const u64 second = value(at + 2), hole = value(at + 3);
            at += 4;
            const u64 ace_up = up == 1 ? ACE_UP : 0;
            const u64 held = up * 256 + first * 16;
            u64 hand = table[OPENING + held + second];
            u64 dealer = table[DEALER + up * 16 + hole];
            if (dealer == DEALER_PEEKED) {
                hand = hand == BLACKJACK ? hand : LOW;
                counts[hand * DEALER_CLASSES + DEALER_BLACKJACK + ace_up]++;
                continue;
            }
            bool contested;
            if (__builtin_expect(hand != SPLIT, 1)) {
                hand = finish(hand);
                contested = (hand & 7) >= LOW;
            } else {
                make_ready(2);
                hand = hit(FIRST_SPLIT + held);
                u64 other = hit(SECOND_SPLIT + held);
                hand = finish(hand);
                other = finish(other);
                contested = hand >= LOW || other >= LOW;
                hand = 16 + hand * 8 + other;
            }
            if (contested) {
                dealer = finish(dealer);
            } else if (dealer != DEALER_BLACKJACK) {
                dealer = DEALER_UNPLAYED;
            }
            counts[hand * DEALER_CLASSES + dealer + ace_up]++;
        }
    }
    shoe.rng.store(state);
}
