import type { FocusEvent, KeyboardEvent } from 'react'
import { useHost } from '../state/replica.ts'
import { ArmedButton } from '../ui/arming/armed-button.tsx'
import { valueCount } from '../ui/json/value-count.ts'
import { useArmed, useOnScreen, useWindowFocus } from '../ui/arming/use-armed.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { Phrase } from '../strings/phrase.tsx'
import { manual } from '../strings/manual.ts'
import { Button } from '../ui/button.tsx'
import { Ext, Plain } from '../ui/third-party/ext.tsx'
import { isShortcut } from '../ui/key-map.ts'
import { Note } from '../ui/note.tsx'
import { useServerName } from '../ui/seal.tsx'
import { Segments } from '../ui/fields/segments.tsx'
import type { ToolDefinition } from '../state/tool-definition.ts'
import { views, type Filled } from '../state/forms/desk.ts'
import { useFocusOnArrival } from '../ui/page/focus-page.ts'
import { useFormFocus } from '../state/form-focus.ts'
import { JsonArguments } from '../schema-form/arguments/json-arguments.tsx'
import styles from './tool-form.module.css'
import { focusForm } from '../schema-form/arguments/use-placed.ts'
import { useToolForm, type ToolFormModel } from './use-tool-form.ts'
import type { ServerConfig } from '../../shared/config/server-config.ts'

type ToolFormProps = {
  conversation: string | undefined
  filled: Filled
  definition: ToolDefinition
  change(to: Partial<Filled>): void
}

const words = manual.form

/** A form for one tool's arguments, with the button that runs it. */
export function ToolForm(props: ToolFormProps) {
  const { filled, definition } = props
  const form = useToolForm(props)
  const name = useServerName(filled.server)
  const [footRef, isOnScreen] = useOnScreen<HTMLDivElement>()
  const shown = [filled.server, filled.tool, filled.definition, filled.from].join('\n')
  const armed = useArmed(isOnScreen, useWindowFocus(), shown)
  useFormFocus(() => focusForm(form.box.current))
  useFocusOnArrival(form.box)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isShortcut(event, 'run')) {
      event.preventDefault()
      if (form.obstacle === undefined && !form.isRunning && armed.accepts(event)) form.run()
    }
    if (event.key === 'Escape' && form.turn !== undefined && !event.nativeEvent.isComposing && !event.repeat) {
      event.preventDefault()
      form.stop()
    }
  }
  const onBlur = (event: FocusEvent): void => {
    const path = event.target.closest<HTMLElement>('[data-path]')?.dataset['path']
    if (path !== undefined && event.target.matches('input, textarea, select')) form.leave(path)
  }
  return (
    <section
      ref={form.box}
      data-composer
      tabIndex={-1}
      className={styles.form}
      aria-label={words.label}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <div className={styles.body} data-fields>
        {definition.description !== '' && (
          <div className="small">
            <Ext from={name}>
              <Plain text={definition.description} limit={200} />
            </Ext>
          </div>
        )}
        <Changed filled={filled} name={name} />
        <Values form={form} filled={filled} definition={definition} from={name} />
      </div>
      <Troubles form={form} />
      <div ref={footRef} className={styles.foot}>
        <Destination form={form} server={filled.server} name={name} />
        <Segments
          label={words.view}
          items={views.map((view) => words.views[view])}
          value={words.views[filled.view]}
          onChange={(label) => form.turnTo(views.find((view) => words.views[view] === label) ?? filled.view)}
        />
        {/* oxlint-disable-next-line react/refs -- the hook returns refs and states; this is a state */}
        {form.turn !== undefined && (
          <Button icon="stop" keys="Esc" onClick={form.stop}>
            {words.stop}
          </Button>
        )}
        <ArmedButton
          kind="primary"
          keys="Ctrl Enter"
          className={styles.run}
          armed={armed}
          busy={form.isRunning}
          unavailable={form.obstacle}
          give={form.run}
        >
          {words.run}
        </ArmedButton>
      </div>
    </section>
  )
}

function Values({
  form,
  filled,
  definition,
  from,
}: { form: ToolFormModel; from: string } & Pick<ToolFormProps, 'filled' | 'definition'>) {
  if (filled.view === 'JSON')
    return <JsonArguments text={filled.text ?? ''} problems={form.problems} onChange={form.write} />
  return (
    <SchemaForm
      key={definition.hash}
      from={from}
      root={definition.schema}
      problems={form.problems}
      value={form.draft}
      onChange={(draft) => form.fill(draft ?? {})}
    />
  )
}

/** Says that the form changed since the user began it. */
function Changed({ filled: { dropped }, name }: { filled: Filled; name: string }) {
  if (dropped === undefined) return null
  return (
    <div className="small" role="status">
      <Note>
        <b>{words.changed(name)}</b> {words.kept}
        {dropped.length > 0 && (
          <>
            {' '}
            <Phrase
              text={words.leftOut}
              slots={{
                values: dropped.slice(0, 10).map((value) => (
                  <code key={value}>
                    <Plain text={value.slice(0, 60)} />{' '}
                  </code>
                )),
              }}
            />
          </>
        )}
      </Note>
    </div>
  )
}

function Troubles({ form: { refused, unchecked, obstacle, against } }: { form: ToolFormModel }) {
  if (refused !== undefined)
    return (
      <div className={styles.trouble}>
        <Note kind="no">
          <b>{words.didNotRun}</b> {refused}
        </Note>
      </div>
    )
  if (obstacle !== undefined)
    return (
      <div className={styles.trouble}>
        <Note>
          <Plain text={obstacle} />
        </Note>
      </div>
    )
  return (
    <>
      {against !== undefined && (
        <div className={styles.trouble}>
          <Note>
            <Plain text={words.against(against)} />
          </Note>
        </div>
      )}
      {unchecked !== undefined && (
        <div className={styles.trouble}>
          <Note>{words.unchecked(unchecked)}</Note>
        </div>
      )}
    </>
  )
}

/** Says which arguments Run sends, and to which server. */
function Destination({ form, server, name }: { form: ToolFormModel; server: string; name: string }) {
  const clause = useHost((state) => whereOf(state.configured.servers[server]))
  const what = 'arguments' in form.read ? valueCount(form.read.arguments) : words.whatYouFillIn
  return <p className={styles.destination}>{words.sends(what, name, clause)}</p>
}

const places = manual.places

/** A server's location, for display after its name. */
function whereOf(config: ServerConfig | undefined): string {
  switch (config?.type) {
    case 'playground':
      return places.playground
    case 'http':
      return places.remote(new URL(config.url).host)
    case 'stdio':
    case undefined:
      return places.program
    default:
      return config satisfies never
  }
}
