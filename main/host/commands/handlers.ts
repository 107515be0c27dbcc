import type { Handlers, Writers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { worksIn } from '../../../shared/state/compactions.ts'
import { ownOf } from '../../../shared/schema/json.ts'
import { bundleHandlers } from './bundles.ts'
import { modelHandlers } from './models.ts'
import { recordHandlers, reportHandlers, resultHandlers } from './records.ts'
import { companyHandlers } from './company.ts'
import { contextHandlers } from './context.ts'
import { exportHandlers } from './conversation-export.ts'
import { conversationImportHandlers } from './conversation-import.ts'
import { historyHandlers } from './history.ts'
import { importHandlers } from './imports.ts'
import { registryHandlers } from './registry.ts'
import { secretHandlers, serverHandlers, signInHandlers } from './servers.ts'
import { commandQueries } from '../journal/queries/queries.ts'
import { endpointOf } from '../llm/endpoints/models.ts'
import { passportHandlers } from './passports.ts'
import { assertProject, projectHandlers } from './projects.ts'
import { promptHandlers } from './prompts.ts'
import { fetchedResourceHandlers } from './fetched-resources.ts'
import { appHandlers, resourceHandlers } from './resources.ts'
import { skillHandlers } from './skills.ts'
import { ruleHandlers } from './rules.ts'
import { readingFacts } from '../agent/resources/attachments.ts'
import type { HostParts } from './parts.ts'
import { commandWords as words } from './words.ts'

/** One handler per command. A handler that changes something resolves when that is on disk. */
export function createHandlers(parts: HostParts): Handlers {
  return {
    ...queryHandlers(parts),
    ...conversationHandlers(parts),
    ...contextHandlers(parts),
    ...exportHandlers(parts),
    ...conversationImportHandlers(parts),
    ...recordHandlers(parts),
    ...serverHandlers(parts),
    ...historyHandlers(parts),
    ...bundleHandlers(parts),
    ...importHandlers(parts),
    ...settingHandlers(parts),
    ...modelHandlers(parts),
    ...secretHandlers(parts),
    ...ruleHandlers(parts),
    ...promptHandlers(parts),
    ...projectHandlers(parts),
    ...resourceHandlers(parts),
    ...fetchedResourceHandlers(parts),
    ...appHandlers(parts),
    ...skillHandlers(parts),
    ...passportHandlers(parts),
    ...placeHandlers(parts),
    ...registryHandlers(parts),
    ...reportHandlers(parts),
    ...signInHandlers(parts),
    ...companyHandlers(parts),
    ...resultHandlers(parts),
  }
}

/** The commands that are a query and nothing else. */
function queryHandlers({ reader }: HostParts): Pick<Handlers, keyof typeof commandQueries> {
  const names = Object.keys(commandQueries)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each query was checked against its command in the table
  return Object.fromEntries(names.map((name) => [name, (input: never) => reader.ask(name as never, input)])) as never
}

/** A conversation can have thousands of messages, and a window gets it whole. */
export const createWriters = ({ reader }: Pick<HostParts, 'reader'>): Writers => ({
  getConversation: (wanted) => reader.ask('conversationJson', wanted),
})

/** A conversation's name and place: starred, archived, deleted. */
function placeHandlers({ journal, reader, erasing, turns }: HostParts) {
  const existing = (id: string) => reader.ask('assertConversation', id)
  return {
    renameConversation: async ({ conversation, title }, { actor }) => {
      await existing(conversation)
      journal.append({ type: 'conversation.renamed', conversation, title, actor })
      await journal.durable()
    },
    starConversation: async ({ conversation, starred }, { actor }) => {
      await existing(conversation)
      journal.append({ type: 'conversation.starred', conversation, starred, actor })
      await journal.durable()
    },
    archiveConversation: async ({ conversation, archived }, { actor }) => {
      await existing(conversation)
      if (archived && worksIn(journal.state, conversation)) throw new HostError('conflict', words.stillRuns)
      journal.append({ type: 'conversation.archived', conversation, archived, actor })
      await journal.durable()
    },
    deleteConversation: async ({ conversation }, { actor }) => {
      await existing(conversation)
      turns.cancelIn(conversation)
      journal.append({ type: 'conversation.deleted', conversation, actor })
      await journal.durable()
    },
    eraseConversation: ({ conversation }) => erasing.erase(conversation),
    restoreConversation: async ({ conversation }, { actor }) => {
      journal.assertHealthy()
      await existing(conversation)
      journal.append({ type: 'conversation.restored', conversation, actor })
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}

function conversationHandlers({ journal, reader, inbox, turns, reading }: HostParts) {
  const existing = (id: string) => reader.ask('assertConversation', id)
  return {
    findText: (page) => reader.ask('findText', page),
    chooseModel: async ({ conversation, choice }, { actor }) => {
      await existing(conversation)
      if (choice) endpointOf(journal, choice.endpoint)
      journal.append({ type: 'conversation.model', conversation, choice, actor })
      await journal.durable()
    },
    setSystemPrompt: async ({ conversation, text }, { actor }) => {
      await existing(conversation)
      journal.append({ type: 'conversation.system', conversation, text, actor })
      await journal.durable()
    },
    setBudget: async ({ conversation, usd }, { actor }) => {
      await existing(conversation)
      journal.append({ type: 'conversation.budget', conversation, usd, actor })
      await journal.durable()
    },
    sendMessage: async (message, { actor }) => {
      if (message.project !== undefined) assertProject(message.project, journal.state)
      return turns.send(message, actor)
    },
    readFile: (file) => readingFacts(file, (bytes) => reading.read(bytes)),
    sendAgain: async (again, { actor }) => {
      if (again.choice) endpointOf(journal, again.choice.endpoint)
      return turns.sendAgain(again, actor)
    },
    chooseBranch: (branch, { actor }) => turns.branches.choose(branch, actor),
    deleteBranch: (branch, { actor }) => turns.branches.delete(branch, actor),
    restoreBranch: (branch, { actor }) => turns.branches.restore(branch, actor),
    sendQueued: ({ conversation }, { actor }) => turns.sendQueued(conversation, actor),
    switchTools: async ({ conversation, off }, { actor }) => {
      await existing(conversation)
      journal.append({ type: 'conversation.tools', conversation, off, actor })
      await journal.durable()
    },
    listOfferedTools: (asked) => turns.offeredTools(asked),
    unqueueMessage: async ({ conversation, message }) => {
      if (ownOf(journal.state.queued, conversation)?.id !== message)
        throw new HostError('not-found', words.noLongerQueued)
      journal.append({ type: 'message.unqueued', conversation, message, reason: 'removed' })
      await journal.durable()
    },
    continueTurn: ({ conversation, without }, { actor }) => turns.goOn(conversation, actor, without),
    checkArguments: (wanted) => turns.checkArguments(wanted),
    callTool: (wanted, session) => turns.callTool(wanted, session),
    getUndo: ({ conversation, turn }) => turns.undoable(conversation, turn),
    undoTurn: ({ conversation, turn }, { actor }) => turns.undo(conversation, turn, actor),
    cancelTurn: async ({ turn }) => turns.cancel(turn),
    sendNow: async ({ turn }) => turns.sendNow(turn),
    cancelCall: async ({ call }) => turns.cancelCall(call),
    answer: ({ ask, contentHash, answer }, session) => inbox.answer(ask, answer, contentHash, session),
  } satisfies Partial<Handlers>
}

function settingHandlers({ journal, configuration }: HostParts) {
  return {
    changeSettings: async (change, { actor }) => {
      configuration.changeSettings(change, actor)
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}
