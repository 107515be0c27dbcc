import type { Question } from '../../../shared/asks/asks.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useHost } from '../../state/replica.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Note } from '../../ui/note.tsx'
import { Phrase } from '../../strings/phrase.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Sentence } from '../frame/ask-body.tsx'
import { DefinitionDiff } from '../../ui/json/definition-diff.tsx'

const words = inbox.reasons

type ReasonProps = { question: Question<'approval'>; name: string }

/** Each reason to ask about a call that a rule covers, in words about its server. */
const reasons: Record<NonNullable<Question<'approval'>['because']>, (name: string) => string> = {
  rule: () => words.rule,
  destructive: words.destructive,
  flow: () => words.flow,
}

/** Why Atrium asks although a rule covers such calls. */
export const AskedBecause = ({ question: { because }, name }: ReasonProps) =>
  because && <Note>{reasons[because](name)}</Note>

/** Names the servers whose skills may be behind a read of another server. */
export function AskedForSkill({ question: { skillsOf }, name }: ReasonProps) {
  const servers = useHost(({ configured }) =>
    skillsOf?.map((id) => plainLabel(displayName(id, configured.servers[id]))).join(', '),
  )
  return servers !== undefined && <Note>{words.skill(servers, name)}</Note>
}

/** Says whose app makes the call, if one does. The tool's title is third-party text. */
export const AskedByApp = ({ question: { page: app }, name }: ReasonProps) =>
  app && (
    <Sentence>
      <Phrase
        text={words.app}
        slots={{
          server: name,
          tool: (
            <b>
              <Plain text={app.title ?? app.tool} limit={60} />
            </b>
          ),
        }}
      />
    </Sentence>
  )

/** Says that the tool's definition changed since the user last saw it, with the differences. */
export function ChangedDefinition({ question, name, onWhole }: ReasonProps & { onWhole(whole: boolean): void }) {
  const { changedFrom, definition } = question
  if (changedFrom === undefined) return null
  return (
    <>
      <Note kind="no" quiet>
        <b>{words.changed(name)}</b> {words.changedMeans}
      </Note>
      <DefinitionDiff before={changedFrom} now={definition} from={name} onWhole={onWhole} />
    </>
  )
}
