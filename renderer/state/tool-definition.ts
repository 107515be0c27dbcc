import { useEffect, useState } from 'react'
import { isObject, type JsonObject } from '../../shared/schema/json.ts'
import { useLink } from './replica.ts'
import { problemOf } from './action.ts'

/** A definition as its server sent it: all of it, and of that the schema of its arguments and its description. */
export type Definition = { hash: string; raw: JsonObject; schema: JsonObject; description: string }

export type DefinitionState =
  { state: 'loading' } | { state: 'failed'; problem: string } | ({ state: 'ready' } & Definition)

/** A hash names one definition for ever, so that it is asked for once. */
const known = new Map<string, Definition>()
const mostKnown = 50

export function useDefinition(hash: string | undefined): DefinitionState {
  const link = useLink()
  const [problem, setProblem] = useState<{ hash: string; problem: string }>()
  // Held here as well, since the table forgets the oldest of many.
  const [held, setHeld] = useState<Definition>()
  useEffect(() => {
    if (hash === undefined || known.has(hash)) return undefined
    let current = true
    setProblem(undefined)
    link.call('getDefinition', { hash }).then(
      ({ definition }) => {
        const whole = read(hash, definition)
        keep(whole)
        if (current) setHeld(whole)
      },
      (error: unknown) => current && setProblem({ hash, problem: problemOf(error) }),
    )
    return () => {
      current = false
    }
  }, [link, hash])
  const found = hash === undefined ? undefined : held?.hash === hash ? held : known.get(hash)
  if (found && found !== held) setHeld(found)
  if (found) return { state: 'ready', ...found }
  return problem && problem.hash === hash ? { state: 'failed', problem: problem.problem } : { state: 'loading' }
}

function read(hash: string, raw: JsonObject): Definition {
  const { inputSchema, description } = raw
  return {
    hash,
    raw,
    schema: isObject(inputSchema) ? inputSchema : {},
    description: typeof description === 'string' ? description : '',
  }
}

function keep(definition: Definition): void {
  known.set(definition.hash, definition)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
}
