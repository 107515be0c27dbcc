import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { placed, type SchemaViolation } from './placed.ts'

const controls = ['input', 'textarea', 'select', 'button:not([tabindex="-1"])'].join(', ')

const fieldsIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[data-path]')]

/** Errors by the fields on the page, and a way to focus the first one. */
export function usePlaced(box: RefObject<HTMLElement | null>, violations: SchemaViolation[], content: unknown) {
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [goals, setGoals] = useState(0)
  const reached = useRef(0)
  useLayoutEffect(() => {
    const next = placed(violations, placesIn(box.current))
    // oxlint-disable-next-line react/set-state-in-effect -- the places are known only once the fields are drawn
    setProblems((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the fields of other content stand elsewhere
  }, [box, violations, content])
  useEffect(() => {
    if (goals === reached.current || violations.length === 0 || !box.current) return
    reached.current = goals
    focusFirst(box.current, placed(violations, placesIn(box.current)))
  }, [box, goals, violations])
  return { problems, goToFirst: () => setGoals((now) => now + 1) }
}

const placesIn = (box: HTMLElement | null): Set<string> =>
  new Set(box ? fieldsIn(box).map(({ dataset }) => dataset['path'] ?? '') : [])

/** With several fields at one position, the innermost one counts, which is the last. */
function focusFirst(box: HTMLElement, problems: Record<string, string>): void {
  const wrong = fieldsIn(box).filter(({ dataset }) => Object.hasOwn(problems, dataset['path'] ?? ''))
  const place = (wrong.find(({ dataset }) => dataset['path'] !== '') ?? wrong[0])?.dataset['path']
  const field = wrong.findLast(({ dataset }) => dataset['path'] === place)
  ;(field?.querySelector<HTMLElement>(controls) ?? box.querySelector<HTMLElement>(controls))?.focus()
}

/** Focuses a form's first control, or else the form. */
export function focusForm(box: HTMLElement | null): void {
  ;(box?.querySelector<HTMLElement>(`[data-fields] :is(${controls})`) ?? box)?.focus()
}
