import { z } from 'zod'

const byProgram = <Figure extends z.ZodType>(figure: Figure) => z.record(z.string(), z.array(figure))

/** The figures of one run: the rounds of each case, by program. A program without one wasn't done in time. */
export const figuresSchema = z.object({
  /** By the number of servers. */
  runs: z.record(
    z.string(),
    byProgram(
      z.object({
        first: z.number(),
        answered: z.number(),
        seconds: z.number(),
        memory: z.number(),
        inARow: z.number().optional(),
        atOnce: z.number().optional(),
      }),
    ),
  ),
  left: byProgram(z.number()),
  besideBad: byProgram(z.object({ keepsSound: z.boolean(), answered: z.number() })),
})
export type Figures = z.infer<typeof figuresSchema>
