import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'
import { channels } from '../../../shared/contract/bridge.ts'
import type { HostEnd } from '../../../shared/contract/commands.ts'
import { answerCall, isPageOf, refuseStranger } from './calls.ts'
import { Feeds } from './feeds.ts'

/** Carries commands and the feed of one window. Answers only its page's main frame; the result ends it. */
export function carry(link: HostEnd, contents: WebContents): () => void {
  const feeds = new Feeds(link, (feed, message) => {
    if (!contents.isDestroyed()) contents.send(channels.message, feed, message)
  })
  const on = (channel: string, act: (feed: string) => void): (() => void) => {
    const listener = (event: IpcMainEvent, feed: unknown): void => {
      if (isPageOf(contents, event) && isFeedId(feed)) act(feed)
    }
    ipcMain.on(channel, listener)
    return () => ipcMain.off(channel, listener)
  }
  ipcMain.handle(channels.call, (event, name: unknown, input: unknown) =>
    isPageOf(contents, event) ? answerCall(link, name, input) : refuseStranger(),
  )
  const offs = [
    on(channels.subscribe, (feed) => feeds.open(feed)),
    on(channels.taken, (feed) => feeds.taken(feed)),
    on(channels.leave, (feed) => feeds.leave(feed)),
  ]
  contents.on('render-process-gone', () => feeds.leaveAll())
  return () => {
    feeds.leaveAll()
    ipcMain.removeHandler(channels.call)
    for (const off of offs) off()
  }
}

const isFeedId = (feed: unknown): feed is string => typeof feed === 'string' && feed.length > 0 && feed.length <= 64
