import { useLayoutEffect, useMemo, useState } from 'react'
import { appendCode } from './code-parts.ts'
import { inFrameTime } from './frame-time.ts'
import type { HighlightRun } from './highlight.ts'
import { lazyModule } from '../ui/lazy.ts'

/** Max characters of highlighted code; code with one longer line also stays plain. */
const longestCode = 200_000
const longestLine = 2000

const useHighlighter = lazyModule(() => import('./highlight.ts'))

const nothing: HighlightRun[][] = []

/** The coloured runs of a code's parts, as far as known; a part without any stays plain. */
export function useHighlighting(language: string | undefined, parts: string[], isClosed: boolean): HighlightRun[][] {
  const code = useMemo(
    () => (isClosed && language !== undefined ? highlightable(parts) : ''),
    [parts, language, isClosed],
  )
  const module = useHighlighter(code !== '')
  const [found, setFound] = useState({ code: '', runs: nothing })
  useLayoutEffect(() => {
    if (!module || language === undefined || code === '' || !module.isKnown(language)) return undefined
    const pieces = module.highlight(language, code)
    const coloured = new PartRuns(appendCode([], code))
    let withdraw = (): void => undefined
    const goOn = (): void => {
      const piece = pieces.next().value
      if (!piece) return
      coloured.add(piece)
      setFound({ code, runs: coloured.done })
      withdraw = inFrameTime(goOn)
    }
    withdraw = inFrameTime(goOn)
    return () => withdraw()
  }, [module, language, code])
  return found.code === code ? found.runs : nothing
}

function highlightable(parts: string[]): string {
  const code = parts.join('')
  return code.length <= longestCode && code.split('\n').every((line) => line.length <= longestLine) ? code : ''
}

/** Sorts runs into their parts. A part is done once all of it is coloured. */
class PartRuns {
  readonly #parts: string[]
  #current: HighlightRun[] = []
  #length = 0
  done: HighlightRun[][] = []

  constructor(parts: string[]) {
    this.#parts = parts
  }

  add(runs: HighlightRun[]): void {
    const done = [...this.done]
    for (const { text, scope } of runs) {
      let rest = text
      while (rest !== '') {
        const room = (this.#parts[done.length]?.length ?? Infinity) - this.#length
        const piece = rest.slice(0, room)
        this.#current.push({ text: piece, scope })
        this.#length += piece.length
        rest = rest.slice(room)
        if (piece.length < room) continue
        done.push(this.#current)
        this.#current = []
        this.#length = 0
      }
    }
    this.done = done
  }
}
