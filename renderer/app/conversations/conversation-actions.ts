import { useMemo } from 'react'
import type { HostLink } from '../../../shared/contract/commands.ts'
import type { MovedConversation } from '../../state/models/projects.ts'
import { problemOf } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import { createStore, useStore } from '../../state/store.ts'
import { frame } from '../../strings/frame.ts'
import { useUndoToast } from '../../ui/overlay/toast.tsx'
import { currentConversation } from './conversation-ways.ts'

const words = frame.conversations
const { failed } = words

const lastProblem = createStore<string | undefined>(undefined)

/** Why the last change failed. Shown in the sidebar, wherever the change was made. */
export const useConversationProblem = (): string | undefined => useStore(lastProblem)

type Named = { id: string; title: string }

/** Changes of conversations from the sidebar and the palette; a toast offers to undo each. */
export type ConversationActions = {
  rename(row: Named, title: string): void
  star(ids: readonly string[], starred: boolean): void
  archive(ids: readonly string[], archived: boolean): void
  /** Puts them into a project; null: into none. The rows name their present one, for Undo. */
  move(rows: readonly MovedConversation[], project: { id: string; name: string } | null): Promise<void>
  /** Settles when the change has ended. */
  remove(ids: readonly string[]): Promise<void>
}

type Command = (link: HostLink, conversation: string) => Promise<unknown>

const starring =
  (starred: boolean): Command =>
  (link, conversation) =>
    link.call('starConversation', { conversation, starred })
const archiving =
  (archived: boolean): Command =>
  (link, conversation) =>
    link.call('archiveConversation', { conversation, archived })
const moving =
  (project: string | null): Command =>
  (link, conversation) =>
    link.call('moveConversation', { conversation, project })
const deleting: Command = (link, conversation) => link.call('deleteConversation', { conversation })
const restoring: Command = (link, conversation) => link.call('restoreConversation', { conversation })
const renaming =
  (title: string): Command =>
  (link, conversation) =>
    link.call('renameConversation', { conversation, title })

/** A change of conversations: its commands, and the texts about it and its undo. */
type Change = {
  make: Command
  undo?: Command
  done: string
  several?: ((conversations: number) => string) | undefined
  notDone: string
  notUndone?: string
}

/** The actions: the same object in each render. Deleting the current conversation leads to a new one. */
export function useConversationActions(): ConversationActions {
  const link = useLink()
  const offerUndo = useUndoToast()
  return useMemo(() => actionsOf(link, offerUndo), [link, offerUndo])
}

function actionsOf(link: HostLink, offerUndo: (done: string, undo: () => void) => void): ConversationActions {
  const each = async (ids: readonly string[], command: Command, notDone: string): Promise<string[]> => {
    const done: string[] = []
    let failure: string | undefined
    for (const id of ids)
      try {
        await command(link, id)
        done.push(id)
      } catch (error) {
        failure = `${notDone} ${problemOf(error)}`
      }
    lastProblem.set(failure)
    return done
  }
  const carryOut = async (ids: readonly string[], change: Change): Promise<string[]> => {
    const { make, undo, done: said, several, notDone, notUndone = notDone } = change
    const done = await each(ids, make, notDone)
    if (done.length > 0 && undo)
      offerUndo(done.length > 1 && several ? several(done.length) : said, () => void each(done, undo, notUndone))
    return done
  }
  return {
    rename: ({ id, title: before }, title) =>
      void carryOut([id], {
        make: renaming(title),
        ...(before !== '' && { undo: renaming(before) }),
        done: words.renamed,
        notDone: failed.rename,
      }),
    star: (ids, starred) =>
      void carryOut(ids, {
        make: starring(starred),
        undo: starring(!starred),
        notDone: failed.star,
        ...(starred ? { done: words.starred, several: words.starredSeveral } : { done: words.unstarred }),
      }),
    archive: (ids, archived) =>
      void carryOut(ids, {
        make: archiving(archived),
        undo: archiving(!archived),
        ...(archived
          ? {
              done: words.archived,
              several: words.archivedSeveral,
              notDone: failed.archive,
              notUndone: failed.unarchive,
            }
          : { done: words.unarchived, notDone: failed.unarchive, notUndone: failed.archive }),
      }),
    move: async (rows, project) => {
      const before = new Map(rows.map((row) => [row.id, row.project ?? null]))
      await carryOut([...before.keys()], {
        make: moving(project?.id ?? null),
        undo: (host, id) => moving(before.get(id) ?? null)(host, id),
        done: project ? words.movedTo(project.name) : words.movedOut,
        several: (conversations) =>
          project ? words.movedSeveralTo(conversations, project.name) : words.movedSeveralOut(conversations),
        notDone: failed.move,
      })
    },
    remove: async (ids) => {
      const done = await carryOut(ids, {
        make: deleting,
        undo: restoring,
        done: words.deleted,
        several: words.deletedSeveral,
        notDone: failed.delete,
        notUndone: failed.restore,
      })
      const current = currentConversation()
      if (current !== undefined && done.includes(current)) navigate({ page: 'chat' })
    },
  }
}
