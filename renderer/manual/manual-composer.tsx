import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ToolEntry } from '../../shared/events/events.ts'
import { useHost } from '../state/replica.ts'
import { manual } from '../strings/manual.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ClaimMarks } from '../ui/third-party/claims.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { head } from '../../shared/text/clip.ts'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import { carryOver } from '../schema-form/initial.ts'
import { Chooser } from './chooser.tsx'
import { useToolDefinition } from '../state/tool-definition.ts'
import { changeForm, openForm, useDesk, type Filled } from '../state/forms/desk.ts'
import { requestFormFocus } from '../state/form-focus.ts'
import { SearchTools } from './search-tools.tsx'
import { ToolForm } from './tool-form.tsx'
import styles from './tool-form.module.css'
import type { CallableTool } from '../state/callable-tools.ts'

const words = manual.composer

type ManualComposerProps = {
  conversation: string | undefined
  /** A model answers here, so the user can also switch to writing. */
  hasModel: boolean
  /** Stops this conversation's running turn; absent if none runs. */
  stop: (() => void) | undefined
  /** The choice of a model. */
  model: ReactNode
}

/** Takes the composer's place if the user runs tools. */
export function ManualComposer({ conversation, hasModel, stop, model }: ManualComposerProps) {
  const [desk, changeDesk] = useDesk(conversation)
  /** The tool search's initial text, while it is open. */
  const [browsing, setBrowsing] = useState<string>()
  const [top] = desk.forms
  const choose = ({ server, tool }: CallableTool): void => {
    requestFormFocus()
    changeDesk(openForm({ server, tool: tool.name, definition: tool.hash }))
  }
  const browse = (typed = ''): void => setBrowsing(typed)
  const write = (): void => changeDesk((now) => ({ ...now, mode: 'message' }))
  const leave = (): void =>
    changeDesk((now) => ({ ...now, isOpen: false, ...(hasModel && { mode: 'message' as const }) }))
  return (
    <>
      {desk.isOpen && top ? (
        <ChosenTool
          key={[top.server, top.tool, top.from].join('\n')}
          conversation={conversation}
          filled={top}
          change={(to) => changeDesk(changeForm(to))}
          onBrowse={() => browse()}
          onLeave={leave}
          model={model}
        />
      ) : (
        <Chooser
          recent={desk.forms}
          hasModel={hasModel}
          stop={stop}
          model={model}
          onBrowse={browse}
          onChoose={choose}
          onWrite={write}
        />
      )}
      <SearchTools
        open={browsing !== undefined}
        typed={browsing ?? ''}
        onClose={() => setBrowsing(undefined)}
        onChoose={choose}
      />
    </>
  )
}

type ChosenToolProps = {
  conversation: string | undefined
  filled: Filled
  change(to: Partial<Filled>): void
  onBrowse(): void
  onLeave(): void
  model: ReactNode
}

/** The chosen tool's form, always with the server's current definition. */
function ChosenTool({ conversation, filled, change, onBrowse, onLeave, model }: ChosenToolProps) {
  const entry = useHost((state) => state.servers[filled.server]?.tools[filled.tool])
  const shown = useToolDefinition(filled.server, filled.tool, filled.definition)
  const now = useToolDefinition(filled.server, filled.tool, entry?.hash)
  const isOutdated = entry !== undefined && entry.hash !== filled.definition && now.state === 'ready'
  const renew = useEffectEvent(() => {
    if (now.state !== 'ready') return
    const carried = filled.draft === undefined ? undefined : carryOver(filled.draft, now.schema)
    change({ definition: now.hash, draft: carried?.draft, dropped: carried?.dropped ?? [] })
  })
  useEffect(() => {
    if (isOutdated) renew()
  }, [isOutdated])
  return (
    <div className={styles.composer}>
      <Head filled={filled} entry={entry} onBrowse={onBrowse} onLeave={onLeave} model={model} />
      {shown.state === 'ready' && (
        <ToolForm conversation={conversation} filled={filled} definition={shown} change={change} />
      )}
      {shown.state === 'loading' && (
        <div className={styles.body}>
          <Loading what={words.loading} />
        </div>
      )}
      {shown.state === 'failed' && (
        <div className={styles.body}>
          <Note kind="no">
            <b>{words.unreadable}</b> {shown.problem}
          </Note>
        </div>
      )}
    </div>
  )
}

type HeadProps = Pick<ChosenToolProps, 'filled' | 'onBrowse' | 'onLeave' | 'model'> & { entry: ToolEntry | undefined }

function Head({ filled: { server, tool }, entry, onBrowse, onLeave, model }: HeadProps) {
  const name = useServerName(server)
  return (
    <header className={styles.head}>
      <span className={styles.name}>
        <ServerSeal server={server} size={18} />
        <span className="medium">{name}</span>
        <span className="ink3">›</span>
        <span className="semi">
          <Plain text={head(entry?.title ?? tool, 60)} />
        </span>
        {entry?.title !== undefined && (
          <code className="fs-small ink3">
            <Plain text={tool} />
          </code>
        )}
      </span>
      {entry && <ClaimMarks from={name} claims={entry.claims} />}
      <span className={styles.tools}>
        {model}
        <Button size="sm" onClick={onBrowse}>
          {words.chooseAnother}
        </Button>
        <IconButton size="sm" icon="close" label={words.putAway} onClick={onLeave} />
      </span>
    </header>
  )
}
