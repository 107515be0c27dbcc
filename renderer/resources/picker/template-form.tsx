import { useMemo, useState, type SubmitEvent } from 'react'
import { expandTemplate, type TemplateProblem, type TemplateVariable } from '../../../shared/schema/uri-template.ts'
import { resources } from '../../strings/resources.ts'
import { Button } from '../../ui/button.tsx'
import { Ext, Plain, Word } from '../../ui/third-party/ext.tsx'
import { Field, TextArea } from '../../ui/fields/field.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Note } from '../../ui/note.tsx'
import { ServerSeal } from '../../ui/seal.tsx'
import { CompletedInput } from '../../ui/fields/completed-input.tsx'
import { FollowSwitch } from '../follow-switch.tsx'
import pickerStyles from './picker.module.css'
import styles from './picker-templates.module.css'
import { ResourceView } from '../resource-view.tsx'
import { readTemplate, templateValues, type OfferedTemplate } from '../../state/resources/templates.ts'
import type { ResourceChoice } from '../../state/resources/use-choice.ts'
import type { Readings } from '../../state/resources/use-readings.ts'

const words = resources.templates

const inWords = (problem: TemplateProblem): string =>
  'part' in problem ? words.problems[problem.reason](problem.part) : words.problems[problem.reason]

type TemplateFormProps = { offered: OfferedTemplate; readings: Readings; choice: ResourceChoice }

/** Fills in a template, and shows the resulting URI and its contents. */
export function TemplateForm({ offered, readings, choice }: TemplateFormProps) {
  const { server, serverName, entry } = offered
  const read = useMemo(() => readTemplate(entry.template), [entry.template])
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [shown, setShown] = useState<string>()
  const expanded = 'problem' in read ? read : expandTemplate(read.template, templateValues(read.variables, typed))
  const uri = 'uri' in expanded ? expanded.uri : undefined
  const missing = 'problem' in read ? [] : read.variables.filter(({ name }) => (typed[name] ?? '') === '')
  const reading = shown === undefined ? undefined : readings.of(server, shown)
  const preview = (event?: SubmitEvent<HTMLFormElement>): void => {
    event?.preventDefault()
    if (uri === undefined || uri === '') return
    setShown(uri)
    void readings.read(server, uri)
  }
  return (
    <form className="stack gap3" onSubmit={preview}>
      <div className={pickerStyles.heading}>
        <ServerSeal server={server} />
        <h3>
          <bdi>{plainLabel(entry.title ?? entry.name, 60)}</bdi>
        </h3>
        <span className={pickerStyles.meta}>{serverName}</span>
      </div>
      {entry.description !== '' && (
        <Ext from={serverName}>
          <Plain text={entry.description} limit={200} />
        </Ext>
      )}
      {'problem' in read ? (
        <Note kind="no">{inWords(read.problem)}</Note>
      ) : (
        <Fields offered={offered} variables={read.variables} typed={typed} onChange={setTyped} />
      )}
      <div>
        <div className="fs-small ink3">{words.address}</div>
        <div className="well mono fs-small breaks" role="status" aria-label={words.address}>
          {'problem' in expanded ? inWords(expanded.problem) : <Word text={expanded.uri} />}
        </div>
      </div>
      {missing.length > 0 && <p className="fs-small ink3">{words.empty(listOf(missing))}</p>}
      <div className="row wrap">
        <Button type="submit" unavailable={uri === undefined || uri === '' ? words.noAddress : undefined}>
          {words.preview}
        </Button>
        {shown !== undefined && reading?.state === 'ready' && (
          <Button
            onClick={() => choice.toggle({ server, uri: shown, name: shown, size: sizeOf(reading.contents) })}
            aria-pressed={choice.has(server, shown)}
          >
            {choice.has(server, shown) ? words.chosen : words.choose}
          </Button>
        )}
      </div>
      {shown !== undefined && reading && (
        <>
          <code className="mono fs-small breaks ink2">
            <Word text={shown} />
          </code>
          {reading.state === 'ready' && (
            <FollowSwitch server={server} uri={shown} canFollow={reading.canFollow} choice={choice} />
          )}
          <ResourceView
            reading={reading}
            server={server}
            from={serverName}
            uri={shown}
            retry={() => void readings.read(server, shown, true)}
            onFetch={() => void readings.fetch(server, shown)}
          />
        </>
      )}
    </form>
  )
}

const listOf = (variables: TemplateVariable[]): string =>
  new Intl.ListFormat('en').format(variables.slice(0, 6).map(({ name }) => plainLabel(name, 60)))

const sizeOf = (contents: { bytes: number }[]): number => contents.reduce((sum, { bytes }) => sum + bytes, 0)

type FieldsProps = {
  offered: OfferedTemplate
  variables: TemplateVariable[]
  typed: Record<string, string>
  onChange(typed: Record<string, string>): void
}

function Fields({ offered: { server, serverName, entry }, variables, typed, onChange }: FieldsProps) {
  return (
    <div className={styles.fields}>
      {variables.map(({ name, explode, prefix }) => {
        const value = typed[name] ?? ''
        const change = (next: string): void => onChange({ ...typed, [name]: next })
        const given = Object.fromEntries(Object.entries(typed).filter(([other, text]) => other !== name && text !== ''))
        const help = explode ? words.onePerLine : prefix === undefined ? undefined : words.firstOf(prefix)
        return (
          <Field key={name} label={<bdi>{plainLabel(name, 60)}</bdi>} help={help}>
            {explode ? (
              <TextArea value={value} maxLength={8000} onChange={({ target }) => change(target.value)} />
            ) : (
              <CompletedInput
                server={server}
                serverName={serverName}
                of={{ template: entry.template }}
                argument={name}
                value={value}
                given={given}
                onChange={change}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}
