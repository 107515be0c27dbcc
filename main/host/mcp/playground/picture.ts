import { z } from 'zod'
import { onlyReads, type PlaygroundParts } from './parts.ts'
import { type Colour, png } from './png.ts'
import { playgroundWords } from './words.ts'

const words = playgroundWords.picture

const patterns = ['rings', 'stripes', 'checks'] as const
const colours = {
  blue: [38, 84, 201],
  green: [34, 139, 84],
  orange: [214, 110, 24],
  violet: [126, 58, 163],
} as const satisfies Record<string, Colour>
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of ours
const names = Object.keys(colours) as [keyof typeof colours, ...(keyof typeof colours)[]]
const paper: Colour = [250, 249, 246]

type Picture = { pattern: (typeof patterns)[number]; colour: keyof typeof colours; size: number }

/** A tool whose result is an image. */
export function registerPicture({ server }: PlaygroundParts): void {
  server.registerTool(
    'draw_picture',
    {
      title: words.title,
      description: words.description,
      inputSchema: z.strictObject({
        pattern: z.enum(patterns).default('rings').meta({ title: words.pattern, description: words.patternHelp }),
        colour: z.enum(names).default('blue').meta({ title: words.colour, description: words.colourHelp }),
        size: z.int().min(16).max(256).default(128).meta({ title: words.size, description: words.sizeHelp }),
      }),
      annotations: onlyReads,
    },
    (picture) => ({
      content: [
        { type: 'image', data: draw(picture).toString('base64'), mimeType: 'image/png' },
        { type: 'text', text: words.drawn(picture.pattern, picture.colour, picture.size) },
      ],
    }),
  )
}

/** The image as a PNG file. */
export function draw({ pattern, colour, size }: Picture): Buffer {
  const ink = colours[colour]
  const step = size / 8
  const isInk = (x: number, y: number): boolean => {
    switch (pattern) {
      case 'rings':
        return Math.floor(Math.hypot(x - size / 2, y - size / 2) / step) % 2 === 0
      case 'stripes':
        return Math.floor((x + y) / step) % 2 === 0
      case 'checks':
        return (Math.floor(x / step) + Math.floor(y / step)) % 2 === 0
      default:
        return pattern satisfies never
    }
  }
  return png(size, (x, y) => (isInk(x, y) ? ink : paper))
}
