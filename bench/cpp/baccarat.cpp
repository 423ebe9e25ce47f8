// The C++ twin of sabot/games/baccarat/kernels.py: same shoes, same coups, same counts.
//
// It is tuned as far as it went: shoes shuffled only as far as they are dealt, every start position
// evaluated in SIMD bytes, and the walk from coup to coup touching two bytes each. The rules arrive
// as numbers made from sabot's rules.py, as they do for the Python kernel.

#include <algorithm>

#include "rng.hpp"

namespace {

constexpr int CARDS_MAX = 416;
constexpr int COUP_CARDS = 6;
constexpr int MORE_CARDS = 4 * BATCH;
constexpr u32 COUP_CLASSES = 3 * 16 * 16;

struct Limits {
    u8 natural, player_stands, banker_stands;
};

inline u8 last_digit(u8 total) {
    const u8 less_ten = total - 10;  // Below ten this wraps around and is not the smaller one.
    return std::min(total, less_ten);
}

inline void evaluate(const u8* __restrict shoe, int start, int stop, Limits limits,
                     u8* __restrict used, u8* __restrict totals) {
    for (int at = start; at < stop; at++) {
        u8 player = last_digit((shoe[at] & 15) + (shoe[at + 2] & 15));
        u8 banker = last_digit((shoe[at + 1] & 15) + (shoe[at + 3] & 15));
        const u8 third = shoe[at + 4], fourth = shoe[at + 5];
        const u8 goes_on = u8(player < limits.natural) & u8(banker < limits.natural);
        const u8 player_draws = u8(player < limits.player_stands) & goes_on;
        const u8 drew = -player_draws, stood = ~drew;
        const u8 stands_from = ((third >> 4) & drew) | (limits.banker_stands & stood);
        const u8 banker_draws = u8(banker < stands_from) & goes_on;
        const u8 next_card = third & 15;
        player = last_digit(player + (next_card & drew));
        const u8 banker_card = (fourth & 15 & drew) | (next_card & stood);
        banker = last_digit(banker + (banker_card & u8(-banker_draws)));
        used[at] = 4 + player_draws + banker_draws;
        totals[at] = u8(player << 4) | banker;
    }
}

// No pair 0, mixed 1, coloured 2, perfect 3: each is also everything before it.
inline u8 pair_kind(u8 difference) {
    return u8((difference & 15) == 0) + u8((difference & 31) == 0) + u8(difference == 0);
}

inline void evaluate_pairs(const u8* __restrict shoe, int start, int stop, u8* __restrict pairs) {
    for (int at = start; at < stop; at++) {
        const u8 player = pair_kind(shoe[at] ^ shoe[at + 2]);
        const u8 banker = pair_kind(shoe[at + 1] ^ shoe[at + 3]);
        pairs[at] = u8(player << 2) | banker;
    }
}

inline void take_byte(const u32* __restrict shoe, int start, int stop, int shift,
                      u8* __restrict into) {
    for (int at = start; at < stop; at++) into[at] = static_cast<u8>(shoe[at] >> shift);
}

}  // namespace

extern "C" void count_coups(u64 rounds, u32* shoe, int size, int rounds_per_shoe, const u8* rules,
                            const u64* refused_under, u64* state, u32* counts) {
    alignas(64) u8 lower[CARDS_MAX], used[CARDS_MAX], totals[CARDS_MAX];
    const Limits limits{rules[0], rules[1], rules[2]};
    const int last_cards = rounds_per_shoe * COUP_CARDS;
    const int seldom_exceeded = (rounds_per_shoe * 51 / 10 + BATCH) / BATCH * BATCH;
    const int first_cards = std::min(seldom_exceeded, last_cards);
    Rng rng(state);
    while (rounds > 0) {
        int left = static_cast<int>(std::min<u64>(rounds, rounds_per_shoe));
        rounds -= left;
        int position = 0, ready = 0, wanted = first_cards;
        while (left > 0) {
            shuffle_on(shoe, size, ready, wanted, refused_under, rng);
            ready = wanted;
            const int stop = ready - COUP_CARDS + 1;
            take_byte(shoe, position, ready, 0, lower);
            evaluate(lower, position, stop, limits, used, totals);
            for (; left > 0 && position < stop; left--) {
                const int cards = used[position];
                counts[(cards - 4) * 256 + totals[position]]++;
                position += cards;
            }
            wanted = std::min(ready + MORE_CARDS, last_cards);
        }
    }
    rng.store(state);
}

extern "C" void count_coups_and_pairs(u64 rounds, u32* shoe, int size, int rounds_per_shoe, const u8* rules,
                                      const u64* refused_under, u64* state, u32* counts) {
    alignas(64) u8 lower[CARDS_MAX], used[CARDS_MAX], totals[CARDS_MAX];
    alignas(64) u8 upper[CARDS_MAX], pairs[CARDS_MAX];
    const Limits limits{rules[0], rules[1], rules[2]};
    const int last_cards = rounds_per_shoe * COUP_CARDS;
    const int seldom_exceeded = (rounds_per_shoe * 51 / 10 + BATCH) / BATCH * BATCH;
    const int first_cards = std::min(seldom_exceeded, last_cards);
    Rng rng(state);
    while (rounds > 0) {
        int left = static_cast<int>(std::min<u64>(rounds, rounds_per_shoe));
        rounds -= left;
        int position = 0, ready = 0, wanted = first_cards;
        while (left > 0) {
            shuffle_on(shoe, size, ready, wanted, refused_under, rng);
            ready = wanted;
            const int stop = ready - COUP_CARDS + 1;
            take_byte(shoe, position, ready, 0, lower);
            take_byte(shoe, position, ready, 8, upper);
            evaluate(lower, position, stop, limits, used, totals);
            evaluate_pairs(upper, position, stop, pairs);
            for (; left > 0 && position < stop; left--) {
                const int cards = used[position];
                counts[pairs[position] * COUP_CLASSES + (cards - 4) * 256 + totals[position]]++;
                position += cards;
            }
            wanted = std::min(ready + MORE_CARDS, last_cards);
        }
    }
    rng.store(state);
}
