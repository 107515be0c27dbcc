import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { onlyReads, type PlaygroundParts, structured } from './parts.ts'
import { playgroundWords } from './words.ts'

const words = playgroundWords.dice

const whole = z.int()

/** Random rolls, or with a seed the same ones each time: a result that differs although the call changed nothing. */
export function registerDice({ server }: PlaygroundParts): void {
  server.registerTool(
    'roll_dice',
    {
      title: words.title,
      description: words.description,
      inputSchema: z.strictObject({
        count: whole.min(1).max(20).default(2).meta({ title: words.count, description: words.countHelp }),
        sides: whole.min(2).max(100).default(6).meta({ title: words.sides, description: words.sidesHelp }),
        seed: whole.min(0).max(0xffff_ffff).optional().meta({ title: words.seed, description: words.seedHelp }),
      }),
      outputSchema: z.object({ rolls: z.array(whole.min(1).max(100)).max(20), sum: whole.min(1).max(2000) }),
      annotations: onlyReads,
    },
    ({ count, sides, seed }) => {
      const next = seed === undefined ? () => randomInt(sides) : seeded(seed, sides)
      const rolls = Array.from({ length: count }, () => 1 + next())
      const sum = rolls.reduce((total, roll) => total + roll, 0)
      return structured(words.rolled(rolls, sum), { rolls, sum })
    },
  )
}

/** Integers below `limit` in an order determined by the seed (mulberry32). */
function seeded(seed: number, limit: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}
