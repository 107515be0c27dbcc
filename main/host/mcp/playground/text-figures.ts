import { z } from 'zod'
import { onlyReads, type PlaygroundParts, structured } from './parts.ts'
import { playgroundWords } from './words.ts'

const words = playgroundWords.figures

/** Max characters, because a text is measured on the main thread. */
const longestText = 20_000
const figure = z.int().min(0).max(longestText)

/** A tool whose result is data with its own schema, which the app can check. */
export function registerTextFigures({ server }: PlaygroundParts): void {
  server.registerTool(
    'measure_text',
    {
      title: words.title,
      description: words.description,
      inputSchema: z.strictObject({
        text: z.string().min(1).max(longestText).meta({ title: words.text, description: words.textHelp }),
      }),
      outputSchema: z.object({
        characters: figure,
        words: figure,
        sentences: figure,
        longest_word: z.string(),
        most_frequent: z.array(z.object({ word: z.string(), count: figure })).max(5),
      }),
      annotations: onlyReads,
    },
    ({ text }) => {
      const figures = measure(text)
      return structured(words.counted(figures.characters, figures.words, figures.sentences), figures)
    },
  )
}

function measure(text: string) {
  const found = pieces(text, 'word').flatMap((it) => (it.isWordLike ? [it.segment.toLowerCase()] : []))
  const counts = new Map<string, number>()
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 5)
  return {
    characters: pieces(text, 'grapheme').length,
    words: found.length,
    sentences: pieces(text, 'sentence').filter(({ segment }) => segment.trim() !== '').length,
    longest_word: found.reduce((longest, word) => (word.length > longest.length ? word : longest), ''),
    most_frequent: frequent.map(([word, count]) => ({ word, count })),
  }
}

const pieces = (text: string, granularity: 'grapheme' | 'word' | 'sentence'): Intl.SegmentData[] => [
  ...new Intl.Segmenter('en', { granularity }).segment(text),
]
