import { z } from 'zod'
import { onlyReads, type PlaygroundParts, structured } from './parts.ts'

/** It is measured on the main thread. */
const longestText = 20_000
const figure = z.int().min(0).max(longestText)

/** A tool whose result is data with its own schema, which the app can check. */
export function registerTextFigures({ server }: PlaygroundParts): void {
  server.registerTool(
    'measure_text',
    {
      title: 'Measure a text',
      description: 'Counts the characters, words and sentences of a text, and finds its most frequent words.',
      inputSchema: z.strictObject({
        text: z.string().min(1).max(longestText).meta({ title: 'Text', description: 'Whatever you want measured.' }),
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
      const { characters, words, sentences } = figures
      const parts = [counted(characters, 'character'), counted(words, 'word'), counted(sentences, 'sentence')]
      return structured(`${parts.join(', ')}.`, figures)
    },
  )
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

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
