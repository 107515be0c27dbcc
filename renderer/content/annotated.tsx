import type { ReactNode } from 'react'
import { formatDay } from '../strings/format/time.ts'
import { results } from '../strings/results.ts'
import type { Marks } from './server-marks.ts'

const words = results.marks

type AnnotatedProps = { marks: Marks; children: ReactNode }

/** A part of a result or prompt, with its server's annotations below it. */
export function Annotated({ marks: { audience, priority, lastModified }, children }: AnnotatedProps) {
  const said = [
    audience && words[audience],
    priority !== undefined && words.priority(String(priority)),
    lastModified !== undefined && words.changed(formatDay(lastModified)),
  ].filter((it) => typeof it === 'string')
  if (said.length === 0) return children
  return (
    <div className="stack gap1">
      {children}
      <p className="small breaks ink3">
        <span className="sr">{words.label}: </span>
        {said.join(' · ')}
        {audience === 'user' && `. ${words.notGiven}`}
      </p>
    </div>
  )
}
