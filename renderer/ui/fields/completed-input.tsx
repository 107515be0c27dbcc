import { useId, useState, type KeyboardEvent } from 'react'
import type { Completion } from '../../../shared/contract/offer-commands.ts'
import { resources } from '../../strings/resources.ts'
import { units } from '../../strings/format/units.ts'
import { Plain } from '../third-party/ext.tsx'
import { useField } from './field.tsx'
import fieldStyles from './field.module.css'
import { Keys } from '../keys.tsx'
import styles from './completed-input.module.css'
import { useBeside } from './use-beside.ts'
import { useQuery } from '../../state/query.ts'

const words = resources.templates

type CompletedInputProps = {
  server: string
  serverName: string
  of: CompletedOf
  argument: string
  value: string
  /** The other arguments' values. */
  given: Record<string, string>
  onChange(value: string): void
  /** It is required. */
  required?: boolean | undefined
}

/** A text field with the server's suggestions: arrows move among them, Enter or Tab takes one, Esc closes them. */
export function CompletedInput(props: CompletedInputProps) {
  const { server, serverName, of, argument, value, given, onChange, required } = props
  const id = useId()
  const field = useField()
  const [isOpen, setOpen] = useState(false)
  const [isHere, setHere] = useState(false)
  const [marked, setMarked] = useState<number>()
  const completion = useCompletion({ server, of, argument, value, given }, isHere)
  const values = completion?.values.filter((one) => one !== value) ?? []
  const shown = isHere && isOpen && values.length > 0
  const place = useBeside(shown)
  const candidate = shown ? candidateOf(values, value, marked) : undefined
  const take = (one: string): void => {
    onChange(one)
    setOpen(false)
    setMarked(undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const mark = (step: number): void => setMarked(stepped(marked, step, values.length))
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: values.length > 0 ? () => (shown ? mark(1) : setOpen(true)) : undefined,
      ArrowUp: shown ? () => mark(-1) : undefined,
      Escape: shown ? () => setOpen(false) : undefined,
      Tab: candidate === undefined ? undefined : () => take(candidate),
      Enter: marked === undefined || candidate === undefined ? undefined : () => take(candidate),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  return (
    <span className="block">
      <input
        {...field}
        ref={place.anchor}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        maxLength={8000}
        className={fieldStyles.input}
        value={value}
        aria-required={required || undefined}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        aria-activedescendant={shown && marked !== undefined ? `${id}-${marked}` : undefined}
        onChange={({ target }) => {
          onChange(target.value)
          setOpen(true)
          setMarked(undefined)
        }}
        onFocus={() => {
          setHere(true)
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setHere(false)
          setMarked(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      {shown && (
        // The focus stays in the field.
        // oxlint-disable-next-line react/refs -- the element receives the ref; nothing reads it here
        <div ref={place.box} className={styles.popup} onPointerDown={(event) => event.preventDefault()}>
          <div id={id} role="listbox" aria-label={words.proposals(serverName)} className={styles.list}>
            {values.map((one, index) => (
              <div
                key={one}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === marked}
                data-highlighted={one === candidate || undefined}
                className={styles.item}
                onPointerMove={() => index !== marked && setMarked(index)}
                onClick={() => take(one)}
              >
                <Plain text={one} />
                {one === candidate && <Keys keys={words.tab} />}
              </div>
            ))}
          </div>
          {completion && <Origin completion={completion} shown={values.length} server={serverName} given={given} />}
        </div>
      )}
    </span>
  )
}

type OriginProps = { completion: Completion; shown: number; server: string; given: Record<string, string> }

function Origin({ completion: { total, tookMs }, shown, server, given }: OriginProps) {
  const others = Object.keys(given)
  return (
    <p className={styles.origin} role="status">
      <span>
        {words.proposed(shown, total, server)}
        {others.length > 0 && words.using(new Intl.ListFormat('en').format(others.slice(0, 4)))}
      </span>
      <span>{units.milliseconds(tookMs)}</span>
    </p>
  )
}

const stepped = (marked: number | undefined, step: number, count: number): number =>
  marked === undefined ? (step > 0 ? 0 : count - 1) : (marked + step + count) % count

/**
 * The value that Tab takes: the highlighted suggestion, else the first one if it continues the typed text. An empty
 * field stays empty.
 */
function candidateOf(values: string[], value: string, marked: number | undefined): string | undefined {
  if (marked !== undefined) return values[marked]
  const [first] = values
  return value !== '' && first?.toLowerCase().startsWith(value.toLowerCase()) ? first : undefined
}

/** Milliseconds after the last key before the server is asked. */
const waitMs = 150

/** The argument's owner. */
type CompletedOf = { template: string } | { prompt: string }

type Asked = { server: string; of: CompletedOf; argument: string; value: string; given: Record<string, string> }

/**
 * A server's suggestions for one argument of a prompt or template, given the others, while `wanted`. Asks once typing
 * pauses; suggestions for another value aren't shown. If a server suggests nothing, or fails, the field stays a plain
 * one.
 */
function useCompletion(asked: Asked, wanted: boolean): Completion | undefined {
  const { answer, problem, isCurrent } = useQuery('complete', wanted ? asked : undefined, { waitMs })
  return isCurrent && problem === undefined ? answer : undefined
}
