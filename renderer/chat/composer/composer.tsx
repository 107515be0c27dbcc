import { useAppearance } from '../../state/appearance.ts'
import { useAnsweringModel } from '../../state/models/answering.ts'
import { showNextRequest, useNextRequestShown } from '../../state/chat/next-request.ts'
import { useDesk } from '../../state/forms/desk.ts'
import { ContextGauge } from '../../models/context-gauge.tsx'
import { ModelPicker } from '../../models/model-picker.tsx'
import { PromptHost } from '../../prompts/prompt-host.tsx'
import { SlashMenu } from '../../prompts/slash-menu.tsx'
import { useSlash } from '../../prompts/use-slash.ts'
import { MentionMenu, MentionReading } from '../../resources/mention-menu.tsx'
import { useMention } from '../../resources/use-mention.ts'
import { FollowedRow } from '../../resources/followed-row.tsx'
import { leavePicker, useOpenPicker } from '../../state/picking.ts'
import { rememberConversation } from '../../state/resources/in-chat.ts'
import { loadSkill } from '../../state/resources/load-skill.ts'
import { useAction } from '../../state/action.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { composer as composerWords } from '../../strings/composer.ts'
import { skills } from '../../strings/servers/skills.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { focusPage } from '../../ui/page/focus-page.ts'
import { AddMenu } from './add-menu.tsx'
import { AttachmentsBar } from './attachments-bar.tsx'
import { useFileDrop } from './attachments-drop.ts'
import { useFilling } from '../../state/composer/filling.ts'
import { attached, composerKey } from '../../state/composer/attachments.ts'
import styles from './composer.module.css'
import { MessageField, reasonId } from './message-field.tsx'
import { PickedRow } from './picked-row.tsx'
import { QueuedMessage } from './queued-message.tsx'
import { useComposer, type ComposerModel } from './use-composer.ts'
import type { Denial } from './use-denial.ts'
import { WaitingBar } from './waiting-bar.tsx'
import { Suspense, useEffect, useState } from 'react'
import { countOn } from '../tools/tools-rows.ts'
import { useModelTools, useToolsOff } from '../tools/tools-used.ts'

const words = composerWords

const ToolsDialog = lazyPart(async () => (await import('../tools/tools-dialog.tsx')).ToolsDialog)
const RequestDialog = lazyPart(async () => (await import('../request/request-dialog.tsx')).RequestDialog)
const ResourcePicker = lazyPart(async () => (await import('../../resources/picker/picker.tsx')).ResourcePicker)
const AppDraftsBar = lazyPart(async () => (await import('./app-drafts.tsx')).AppDraftsBar)
const AppContexts = lazyPart(async () => (await import('./app-contexts.tsx')).AppContexts)
const ManualComposer = lazyPart(async () => (await import('../../manual/manual-composer.tsx')).ManualComposer)

/**
 * Where the user writes a message, or fills in a tool and runs it; without a model, only the latter. While a turn runs,
 * one message can wait for it to end.
 */
export function Composer({ conversation }: { conversation?: string }) {
  const composer = useComposer(conversation)
  const hasModel = useAnsweringModel() !== undefined
  const [{ mode }, changeDesk] = useDesk(conversation)
  const isWriting = hasModel && mode !== 'tool'
  const drafts = useHost(({ appDrafts }) => appDrafts?.[conversation ?? ''])
  const { turn, queued } = composer
  const isRequestShown = useNextRequestShown()
  useEffect(() => () => showNextRequest(false), [])
  return (
    <div data-dock>
      {hasModel && (
        <PromptHost conversation={conversation} onAsked={() => changeDesk((desk) => ({ ...desk, mode: 'message' }))} />
      )}
      <WaitingBar conversation={conversation} />
      {conversation !== undefined && queued && (
        <QueuedMessage
          conversation={conversation}
          message={queued}
          isRunning={turn !== undefined}
          onTakenBack={(text) => composer.text.trim() === '' && !queued.from && composer.setText(text)}
        />
      )}
      {conversation !== undefined && drafts && (
        <Suspense>
          <AppDraftsBar
            conversation={conversation}
            open={drafts}
            composer={composer}
            isWriting={isWriting}
            hasModel={hasModel}
            onWrite={() => changeDesk((desk) => ({ ...desk, mode: 'message' }))}
          />
        </Suspense>
      )}
      {isWriting ? (
        <MessageComposer
          conversation={conversation}
          composer={composer}
          onRunTool={() => changeDesk((desk) => ({ ...desk, mode: 'tool' }))}
        />
      ) : (
        <Suspense>
          <ManualComposer
            conversation={conversation}
            hasModel={hasModel}
            stop={turn === undefined ? undefined : composer.stop}
            model={<ModelPicker />}
          />
        </Suspense>
      )}
      {isRequestShown && (
        <Suspense>
          <RequestDialog onClose={() => showNextRequest(false)} />
        </Suspense>
      )}
      <PickerHost conversation={conversation} onAttached={() => changeDesk((desk) => ({ ...desk, mode: 'message' }))} />
    </div>
  )
}

/** The place in each composer where the picker opens. */
function PickerHost({ conversation, onAttached }: { conversation: string | undefined; onAttached(): void }) {
  const target = useOpenPicker()
  useEffect(() => rememberConversation(conversation), [conversation])
  if (!target) return null
  return (
    <Suspense>
      <ResourcePicker
        conversation={conversation}
        target={target}
        onClose={(isAttached) => {
          leavePicker(isAttached)
          if (isAttached) onAttached()
        }}
      />
    </Suspense>
  )
}

type MessageComposerProps = { conversation: string | undefined; composer: ComposerModel; onRunTool(): void }

function MessageComposer({ conversation, composer, onRunTool }: MessageComposerProps) {
  const { turn } = composer
  const link = useLink()
  const attach = (files: File[]): void =>
    void attached.add(composerKey(conversation), files, (file) => link.call('readFile', file))
  const isOver = useFileDrop(attach)
  const addWords = (text: string): void => composer.setText(withWords(composer.text, text))
  const skill = useAction((server: string, uri: string) => loadSkill(link, conversation, { server, uri }))
  const load = (server: string, uri: string): void => void skill.run(server, uri)
  const slash = useSlash({ text: composer.text, setText: composer.setText, load })
  const mention = useMention({ text: composer.text, setText: composer.setText, conversation })
  useFilling(composer.text, (text, { isInstead, isSelected }) => {
    composer.setText(isInstead ? text : withWords(composer.text, text))
    requestAnimationFrame(() => {
      focusPage()
      const { activeElement } = document
      if (isSelected && activeElement instanceof HTMLTextAreaElement) activeElement.select()
    })
  })
  return (
    <div className={styles.composer}>
      {isOver && <DropHere />}
      {slash.menu && <SlashMenu menu={slash.menu} />}
      {mention.menu && <MentionMenu menu={mention.menu} />}
      <MentionReading model={mention} />
      <FollowedRow conversation={conversation} />
      <PickedRow conversation={conversation} onWords={addWords} />
      {composer.contexts.length > 0 && (
        <Suspense>
          <AppContexts contexts={composer.contexts} />
        </Suspense>
      )}
      <AttachmentsBar conversation={conversation} onWords={addWords} />
      <MessageField
        composer={composer}
        menus={[slash, mention]}
        onFiles={attach}
        onLongText={(text) => attached.addPasted(composerKey(conversation), text)}
      />
      {composer.denial && <ReasonLine composer={composer} denial={composer.denial} />}
      <div className={styles.foot}>
        <AddMenu conversation={conversation} onPrompts={slash.open} onRunTool={onRunTool} />
        <ToolsLink />
        <div className={styles.actions}>
          <ModelPicker />
          <ContextGauge />
          {!composer.denial && <SendButton composer={composer} />}
          {turn !== undefined && (
            <Button kind="primary" icon="stop" keys="Esc" busy={composer.isStopping} onClick={composer.stop}>
              {words.actions.stop}
            </Button>
          )}
        </div>
      </div>
      {skill.problem !== undefined && (
        <div className={styles.note}>
          <Note kind="no">{skills.notLoaded(skill.problem)}</Note>
        </div>
      )}
      <Trouble composer={composer} />
    </div>
  )
}

/** Covers the window while files are dragged over it. */
const DropHere = () => <div className={styles.drop}>{words.attachments.drop}</div>

/** The existing text, followed by a prompt's text taken over as the user's own. */
const withWords = (text: string, more: string): string => (text.trim() === '' ? more : `${text}\n\n${more}`)

/** The obstacle to sending, or the reason why the last attempt failed. */
function Trouble({ composer: { problem, obstacle } }: { composer: ComposerModel }) {
  if (problem === undefined && obstacle === undefined) return null
  return (
    <div className={styles.note}>
      {problem !== undefined ? (
        <Note kind="no">{problem}</Note>
      ) : (
        <Note action={obstacle?.mend && <a href={obstacle.mend.href}>{obstacle.mend.label}</a>}>
          {obstacle?.reason}
        </Note>
      )}
    </div>
  )
}

/** How many tools the model sees here, with a link to choose them. */
function ToolsLink() {
  const tools = useModelTools()
  const off = useToolsOff()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes(styles.link, styles.tools)} onClick={() => setOpen(true)}>
        <Icon name="terminal" size={14} />
        {composerWords.tools.count(countOn(tools, off), tools.length)}
        <span className="sr">{composerWords.tools.choose}</span>
      </button>
      {isOpen && (
        <Suspense>
          <ToolsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Says that the text denies calls that wait for approval, and offers to send it as a message instead. */
function ReasonLine({ composer, denial }: { composer: ComposerModel; denial: Denial }) {
  const { hasContent, unavailable, isSending, send } = composer
  const sendsByEnter = useAppearance('sendKey') === 'enter'
  return (
    <div className={styles.reason}>
      <span id={reasonId}>{denial.says}</span>
      {hasContent && (
        <div className={styles.actions}>
          <Button
            size="sm"
            kind="ghost"
            keys={sendsByEnter ? 'Ctrl Enter' : undefined}
            busy={isSending}
            unavailable={unavailable}
            onClick={send}
          >
            {words.actions.sendAfter}
          </Button>
          <Button
            size="sm"
            keys={sendsByEnter ? 'Enter' : 'Ctrl Enter'}
            busy={denial.busy}
            unavailable={denial.unavailable}
            onClick={denial.deny}
          >
            {denial.send}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Sends the text, or queues it behind the running turn. */
function SendButton({ composer }: { composer: ComposerModel }) {
  const { hasContent, turn, unavailable, isSending, send } = composer
  if (turn !== undefined && !hasContent) return null
  return (
    <IconButton
      className={classes(styles.send)}
      label={turn === undefined ? words.actions.send : words.actions.sendAfter}
      icon="arrow-up"
      busy={isSending}
      unavailable={unavailable}
      onClick={send}
    />
  )
}
