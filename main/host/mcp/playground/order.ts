import { z } from 'zod'
import { onlyReads, type PlaygroundParts, structured } from './parts.ts'
import { playgroundWords } from './words.ts'
import { defined } from '../../../../shared/schema/json.ts'

const words = playgroundWords.order

/** Prices in cents. */
const prices = { 'wooden train': 2400, 'building blocks': 1850, 'paper kite': 990, 'spinning top': 450 } as const
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of ours
const goods = Object.keys(prices) as [keyof typeof prices, ...(keyof typeof prices)[]]
const wrapping = 200

const address = z.strictObject({
  street: z.string().min(1).max(100).meta({ title: words.street }),
  city: z.string().min(1).max(100).meta({ title: words.city }),
  postcode: z
    .string()
    .regex(/^[A-Za-z0-9 -]{3,10}$/)
    .optional()
    .meta({ title: words.postcode }),
})

const line = z.strictObject({
  item: z.enum(goods).meta({ title: words.item }),
  quantity: z.int().min(1).max(10).default(1).meta({ title: words.quantity }),
  gift_wrap: z.boolean().default(false).meta({ title: words.wrap, description: words.wrapHelp }),
})

const order = z.strictObject({
  customer: z
    .strictObject({
      name: z.string().min(1).max(100).meta({ title: words.name }),
      address: address.optional().meta({ title: words.address }),
    })
    .meta({ title: words.customer }),
  items: z.array(line).min(1).max(12).meta({ title: words.items, description: words.itemsHelp }),
  note: z.string().max(200).optional().meta({ title: words.note, description: words.noteHelp }),
})

/** A tool with nested arguments: objects in objects, a list, choices, and optional parts. */
export function registerOrder({ server }: PlaygroundParts): void {
  server.registerTool(
    'price_order',
    {
      title: words.title,
      description: words.description,
      inputSchema: order,
      outputSchema: z.object({
        customer: z.string(),
        lines: z.array(z.object({ item: z.enum(goods), quantity: z.int().min(1).max(10), total: z.number().min(0) })),
        total: z.number().min(0),
        note: z.string().optional(),
      }),
      annotations: onlyReads,
    },
    ({ customer, items, note }) => {
      const lines = items.map(({ item, quantity, gift_wrap }) => {
        const each = prices[item] + (gift_wrap ? wrapping : 0)
        return { item, quantity, total: (quantity * each) / 100 }
      })
      const total = lines.reduce((sum, it) => sum + Math.round(it.total * 100), 0) / 100
      const receipt = { customer: customer.name, lines, total, ...defined({ note }) }
      return structured(words.total(total.toFixed(2)), receipt)
    },
  )
}
