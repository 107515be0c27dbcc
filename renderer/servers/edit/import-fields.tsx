import { useId, useState, type ReactNode } from 'react'
import type { SkippedEntry } from '../../../shared/config/imported.ts'
import { useAction } from '../../state/action.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { serverImport } from '../../strings/servers/servers-import.ts'
import { signIn } from '../../strings/servers/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/fields/field.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { bundleFiles, useSendBundle } from '../bundle/open-bundle.tsx'
import { isBundle } from '../bundle/send-bundle.ts'
import { ChooseFile } from '../candidate/choose-file.tsx'
import { textOfFile } from '../candidate/read-file.ts'
import type { ImportGroup, ImportRow } from '../../state/servers/draft/import-rows.ts'
import type { ServerDraft } from '../../state/servers/draft/server-draft.ts'
import type { Import } from '../../state/servers/draft/use-import.ts'
import { FoundRow } from './found-row.tsx'
import styles from './import-fields.module.css'
import { SharedQuestions } from './shared-questions.tsx'
import { fixedList } from '../../ui/fixed-list.tsx'

const words = serverForm.paste

const files = serverForm.file

/** The kinds of files that are read. */
const accepted = ['.json,.jsonc,.yaml,.yml,.toml,.xml,.txt', 'application/json', bundleFiles]

/** Reads a file's text, or opens a bundle's own page. */
function useFile(onText: Import['take']) {
  const bundle = useSendBundle()
  const reading = useAction(async (file: File) => {
    if (await isBundle(file)) return bundle.send(file)
    onText({ name: file.name.slice(0, 255), text: await textOfFile(file) })
  })
  return { ...reading, progress: bundle.progress }
}

type ImportFieldsProps = {
  paste: Import
  onFill(row: ImportRow): void
  /** Below the field, for a text that isn't a configuration. */
  children?: ReactNode
}

/** Accepts a config, command line, URL, link or file; adds its servers at once, or one by one in the form. */
export function ImportFields({ paste, onFill, children }: ImportFieldsProps) {
  const { text, file, isPasted, reading, groups } = paste
  const problem = isPasted && reading.isCurrent ? groups[0]?.imported.problem : undefined
  const said = problem ? serverImport.problems[problem.code](problem) : undefined
  const read = useFile(paste.take)
  const error = said ?? (isPasted && reading.isCurrent ? reading.problem : undefined)
  return (
    <div
      className="stack gap4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [dropped] = event.dataTransfer.files
        if (!dropped) return
        event.preventDefault()
        // The page opens bundles that are dropped anywhere else on it.
        event.stopPropagation()
        void read.run(dropped)
      }}
    >
      {file ? (
        <ChosenFile name={file.name} error={error} onRemove={() => paste.change('')} />
      ) : (
        <Field label={words.label} help={words.help} error={error}>
          <TextArea
            className="mono"
            rows={text.includes('\n') ? 10 : 2}
            spellCheck={false}
            autoFocus
            value={text}
            onChange={(event) => paste.change(event.target.value)}
          />
        </Field>
      )}
      <ChooseFile label={files.choose} help={files.help} accept={accepted.join()} reading={read} />
      {children}
      {isPasted &&
        (reading.isCurrent ? <FoundServers paste={paste} onFill={onFill} /> : <Loading what={serverImport.reading} />)}
    </div>
  )
}

/** A file instead of the field: its text can be long. */
const ChosenFile = ({ name, error, onRemove }: { name: string; error: string | undefined; onRemove(): void }) => (
  <Note kind={error === undefined ? 'plain' : 'no'} action={<Button onClick={onRemove}>{words.removeFile}</Button>}>
    <Plain text={name} /> {error}
  </Note>
)

/** Lists with this many servers have a search field. */
const searchedFrom = 10

/** The servers of a text or of other applications, their questions, the secrets among their values, and the rest. */
export function FoundServers({ paste, onFill }: ImportFieldsProps) {
  const { groups, rows, failures } = paste
  const [query, setQuery] = useState('')
  const isSearched = rows.length >= searchedFrom
  const wanted = isSearched ? query.trim().toLowerCase() : ''
  const fits = ({ draft: { id, name, command, args, url } }: ImportRow): boolean =>
    [id, name, command, args, url].join(' ').toLowerCase().includes(wanted)
  const choose = (isChosen: boolean): void => {
    for (const row of rows.filter(fits)) paste.note(row.key, { isChosen })
  }
  return (
    <>
      {isSearched && (
        <div className="row wrap">
          <SearchField label={words.find} value={query} onChange={setQuery} />
          <Button size="sm" onClick={() => choose(true)}>
            {serverImport.chooseAll}
          </Button>
          <Button size="sm" onClick={() => choose(false)}>
            {serverImport.chooseNone}
          </Button>
        </div>
      )}
      {groups.map((group) => (
        <Group key={group.key} group={{ ...group, rows: group.rows.filter(fits) }} paste={paste} onFill={onFill} />
      ))}
      <SharedQuestions paste={paste} />
      <SecretsFound drafts={rows.map(({ draft }) => draft)} isPasted={groups[0]?.file === undefined && !paste.file} />
      {failures.length > 0 && (
        <div ref={intoView} className="stack">
          {failures.map((failure) => (
            <Note key={failure} kind="no">
              {failure}
            </Note>
          ))}
        </div>
      )}
    </>
  )
}

type GroupProps = ImportFieldsProps & { group: ImportGroup }

/** One file's servers, or those of the pasted text. */
function Group({ group, paste, onFill }: GroupProps) {
  const { client, file, realPath, rows, imported, isManaged } = group
  const { problem, servers, skipped, more } = imported
  const id = useId()
  const app = client && serverImport.clients[client]
  const list = rows.length > 0 && (
    <ul className={styles.found} aria-label={app ? words.foundIn(rows.length, app) : words.found(rows.length)}>
      {rows.map((row) => (
        <FoundRow key={row.key} row={row} onNote={(fact) => paste.note(row.key, fact)} onFill={() => onFill(row)} />
      ))}
    </ul>
  )
  const rest = (
    <>
      {fixedList(skipped, (entry) => (
        <Note>
          <Skipped entry={entry} />
        </Note>
      ))}
      {more !== undefined && <Note>{serverImport.more(more)}</Note>}
    </>
  )
  if (app === undefined)
    return (
      <>
        {list}
        {rest}
      </>
    )
  return (
    <section className={styles.app} aria-labelledby={id}>
      <h4 id={id} className="small breaks medium">
        {app}{' '}
        <code className="regular ink3">
          <Plain text={file ?? ''} />
        </code>
      </h4>
      {realPath !== undefined && <Note>{serverImport.leadsTo(realPath)}</Note>}
      {problem && (
        <Note kind="no" quiet>
          {serverImport.problems[problem.code](problem)}
        </Note>
      )}
      {isManaged && servers.length > 0 && (
        <Note>
          <Plain text={serverImport.managed(app, servers.map(({ sourceName }) => sourceName).join(', '))} limit={600} />
        </Note>
      )}
      {list}
      {rest}
    </section>
  )
}

const Skipped = ({ entry: { sourceName, why, detail } }: { entry: SkippedEntry }) => (
  <Plain text={serverImport.leftOut(sourceName, serverImport.skipped[why], detail)} limit={300} />
)

/** Failures appear below the list, which can be long. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** The values recognised as secrets, so the user knows where they go. */
function SecretsFound({ drafts, isPasted }: { drafts: ServerDraft[]; isPasted: boolean }) {
  const found = drafts.flatMap(({ kind, headers, env, secretArguments, client }) => [
    ...(kind === 'http' ? headers : [...env, ...secretArguments]).flatMap(({ name, value, secret }) =>
      secret && value !== '' ? [name] : [],
    ),
    ...(kind === 'http' && client.secret !== '' ? [signIn.form.secretName] : []),
  ])
  const names = [...new Set(found)]
  if (names.length === 0) return null
  const { oneSecret, severalSecrets, oneSecretInFile, severalSecretsInFiles } = words
  const [one, several] = isPasted ? [oneSecret, severalSecrets] : [oneSecretInFile, severalSecretsInFiles]
  return (
    <Note kind="ok">
      <Phrase
        text={names.length === 1 ? one : several}
        slots={{
          names: names.map((name, index) => (
            <span key={name}>
              {index > 0 && (index === names.length - 1 ? words.beforeLastName : words.betweenNames)}
              <code>
                <Plain text={name} />
              </code>
            </span>
          )),
        }}
      />
    </Note>
  )
}
