import type { Candidate } from '../../../shared/config/candidate.ts'
import { displayName, type ServerConfig } from '../../../shared/config/server-config.ts'
import type { RegistryAbout, RegistryOption } from '../../../shared/config/registry.ts'
import type { RegistryUpdate } from '../../../shared/contract/registry-commands.ts'
import { diffLines, type MarkedLine } from '../../../shared/text/diff-lines.ts'
import { MarkedLines } from '../../inbox/trust/marked-text.tsx'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { CandidateForm } from '../candidate/candidate-form.tsx'
import { useCandidate } from '../candidate/use-candidate.ts'
import styles from './add-from-registry.module.css'
import { knownAnswers } from './known-answers.ts'
import { Warnings } from './warnings.tsx'

const words = registryPage.update

const formId = 'registry-update'

type UpdateDialogProps = {
  id: string
  config: ServerConfig
  update: RegistryUpdate
  latest: { about: RegistryAbout; option: RegistryOption; candidate: Candidate }
  onClose(): void
}

/** A newer version: what it changes in the configuration, and the values it needs. Nothing changes before Update. */
export function UpdateDialog({ id, config, update, latest, onClose }: UpdateDialogProps) {
  const { about, option, candidate } = latest
  const now = update.now?.option
  const launch = now && 'candidate' in now ? now.candidate.launch : undefined
  const filled = useCandidate({
    candidate,
    before: { id, config, launch },
    known: { ...knownAnswers(candidate.launch, config), ...(launch && knownAnswers(launch, config)) },
    onSaved: onClose,
  })
  const { read, save } = filled
  return (
    <ActionDialog
      onClose={onClose}
      keepOpen
      size="lg"
      title={words.dialog(displayName(id, config), about.version)}
      leave={words.cancel}
      verb={words.update}
      action={save}
      form={formId}
      fact={words.fact}
    >
      <CandidateForm filled={filled} id={formId}>
        {'input' in read && <Changes before={config} after={read.input.config} />}
        <Warnings warnings={[...(update.latest?.warnings ?? []), ...option.warnings]} />
      </CandidateForm>
    </ActionDialog>
  )
}

/** By part, the removed and added lines of a configuration. */
export function configChanges(before: ServerConfig, after: ServerConfig): { what: string; lines: MarkedLine[] }[] {
  return partsOf(after)
    .map(({ what, lines }, at) => ({ what, lines: diffLines(partsOf(before)[at]?.lines ?? [], lines) }))
    .map(({ what, lines }) => ({ what, lines: lines.filter(({ mark }) => mark !== 'same') }))
    .filter(({ lines }) => lines.length > 0)
}

function partsOf(config: ServerConfig): { what: string; lines: string[] }[] {
  if (config.type === 'playground') return []
  if (config.type === 'http')
    return [
      { what: words.url, lines: [config.url] },
      { what: words.headers, lines: named(config.headers) },
    ]
  return [
    { what: words.command, lines: [config.command] },
    { what: words.arguments, lines: config.args },
    { what: words.variables, lines: named(config.env) },
  ]
}

const named = (values: Record<string, string | { secret: string }>): string[] =>
  Object.entries(values).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : registryPage.ways.secret}`,
  )

function Changes({ before, after }: { before: ServerConfig; after: ServerConfig }) {
  const changes = configChanges(before, after)
  return (
    <section className="stack gap3" aria-label={words.changes}>
      <h3 className={styles.heading}>{words.changes}</h3>
      {changes.length === 0 ? (
        <p className="ink3">{words.noChanges}</p>
      ) : (
        <FactList>
          {changes.map(({ what, lines }) => (
            <Fact key={what} name={what}>
              <MarkedLines lines={lines} />
            </Fact>
          ))}
        </FactList>
      )}
    </section>
  )
}
