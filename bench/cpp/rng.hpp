// The random numbers of sabot/maths/rng.py, word for word: xoshiro256++ and a shuffle that can be
// carried on, six bounded numbers from each 64-bit word, without bias.
#pragma once

#include <cstdint>

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr int BATCH = 6;

struct Rng {
    u64 s0, s1, s2, s3;

    explicit Rng(const u64* state) : s0(state[0]), s1(state[1]), s2(state[2]), s3(state[3]) {}

    void store(u64* state) const {
        state[0] = s0;
        state[1] = s1;
        state[2] = s2;
        state[3] = s3;
    }

    u64 next() {
        const u64 total = s0 + s3;
        const u64 word = ((total << 23) | (total >> 41)) + s0;
        const u64 shifted = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= shifted;
        s3 = (s3 << 45) | (s3 >> 19);
        return word;
    }
};

// The upper word of word × bound; the lower one stays behind for the next draw.
inline u64 take(u64& word, u64 bound) {
    const unsigned __int128 product = static_cast<unsigned __int128>(word) * bound;
    word = static_cast<u64>(product);
    return static_cast<u64>(product >> 64);
}

inline void swap(u32* first, u64 further) {
    const u32 card = *first;
    *first = first[further];
    first[further] = card;
}

// Settles the cards from `start` up to `stop`, both multiples of BATCH.
inline void shuffle_on(u32* shoe, int size, int start, int stop, const u64* refused_under,
                       Rng& shared) {
    Rng rng = shared;  // A local copy stays in registers, whatever the stores into the shoe hit.
    const u64* limit = refused_under + start / BATCH;
    u32* const end = shoe + stop;
    u64 left = static_cast<u64>(size - start);
    for (u32* cards = shoe + start; cards != end; cards += BATCH, left -= BATCH, limit++) {
        u64 j0, j1, j2, j3, j4, j5, rest;
        do {
            rest = rng.next();
            // Hides where `left` comes from: g++ 12 would keep six counters of 128 bits in memory.
            asm("" : "+r"(left));
            j0 = take(rest, left);
            j1 = take(rest, left - 1);
            j2 = take(rest, left - 2);
            j3 = take(rest, left - 3);
            j4 = take(rest, left - 4);
            j5 = take(rest, left - 5);
        } while (__builtin_expect(rest < *limit, 0));
        swap(cards, j0);
        swap(cards + 1, j1);
        swap(cards + 2, j2);
        swap(cards + 3, j3);
        swap(cards + 4, j4);
        swap(cards + 5, j5);
    }
    shared = rng;
}
