import type { Question } from '../../../shared/asks/asks.ts'
import { isChangedDefinition, toolOfItem } from '../../../shared/state/pins.ts'
import { servers } from '../../strings/servers/servers.ts'

const words = servers.state

type Item = Question<'definitions'>['items'][number]

/** How closely a definition must be read: any of them is unusable before the user accepts it. */
export type Grade = 'new' | 'changed' | 'risky'

/** The grade of one definition. A suspicion outweighs whether it is new. */
export function gradeOf(one: Pick<Item, 'hash' | 'before' | 'expected' | 'suspicions'>): Grade {
  if (one.suspicions.length > 0) return 'risky'
  return isChangedDefinition(one) ? 'changed' : 'new'
}

/** The grade of a set: that of its worst definition. */
export function worstGrade(items: readonly Item[]): Grade {
  const grades = new Set(items.map(gradeOf))
  return grades.has('risky') ? 'risky' : grades.has('changed') ? 'changed' : 'new'
}

/** Grades as counts, the worst first: "1 risky change, 2 new tools". */
export function gradesInWords(items: readonly Item[]): string {
  const those = (grade: Grade, isNew: boolean): Item[] =>
    items.filter((one) => gradeOf(one) === grade && isChangedDefinition(one) !== isNew)
  const fresh = those('new', true)
  const isTools = fresh.every(({ item }) => toolOfItem(item) !== undefined)
  const parts: [Item[], (count: number) => string][] = [
    [those('risky', false), words.risky],
    [those('risky', true), words.suspicious],
    [those('changed', false), words.changed],
    [fresh, isTools ? words.newTools : words.newDefinitions],
  ]
  return parts.flatMap(([some, say]) => (some.length > 0 ? [say(some.length)] : [])).join(', ')
}
