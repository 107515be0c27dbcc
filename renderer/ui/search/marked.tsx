/** Text with highlighted matches; bidi-isolated. */
export function Marked({ text, at }: { text: string; at: number[] }) {
  return (
    <bdi>
      {runsOf(text, at).map(({ from, run, isFound }) =>
        isFound ? (
          <mark key={from} className="found">
            {run}
          </mark>
        ) : (
          run
        ),
      )}
    </bdi>
  )
}

type Run = { from: number; run: string; isFound: boolean }

/** The text, cut where matches begin and end. */
export function runsOf(text: string, at: number[]): Run[] {
  const found = new Set(at)
  const runs: Run[] = []
  for (let index = 0; index < text.length; index++) {
    const last = runs.at(-1)
    if (last?.isFound === found.has(index)) last.run += text[index]
    else runs.push({ from: index, run: text[index] ?? '', isFound: found.has(index) })
  }
  return runs
}
