import { useEffect, useState } from 'react'
import { noticeWords } from '../../shared/state/notice-words.ts'
import { type Notice, NoticeFinder } from '../../shared/state/notices.ts'
import { useHost, useReplica } from '../state/replica.ts'
import { href, type Route } from '../state/routes.ts'
import { frame } from '../strings/frame.ts'

/**
 * Notifies the user of questions and ended turns while a browser's tab is in the background, if the browser allows it;
 * the window's shell does that itself. Returns a turn's end for the tab's title, until the tab is in front again.
 */
export function useNotices(): string | undefined {
  const replica = useReplica()
  const [ended, setEnded] = useState<string>()
  useEffect(() => {
    const finder = new NoticeFinder()
    let shown: { notification: Notification; kind: Notice['kind'] } | undefined
    finder.begin(replica.state)
    const show = (notice: Notice): void => {
      shown?.notification.close()
      const notification = new Notification('Atrium', { body: notice.body })
      notification.addEventListener('click', () => {
        window.focus()
        if (notice.conversation !== undefined) location.hash = href({ page: 'chat', conversation: notice.conversation })
      })
      shown = { notification, kind: notice.kind }
    }
    const stop = replica.onEvents({
      events: (recorded) => {
        const notice = finder.take(recorded, replica.state)
        if (replica.state.asks.length === 0 && shown?.kind === 'question') shown.notification.close()
        if (!notice || isInFront()) return
        if (notice.kind === 'end') setEnded(noticeWords.titles[notice.end])
        if (!window.atrium && 'Notification' in window && Notification.permission === 'granted') show(notice)
      },
      reset: () => finder.begin(replica.state),
    })
    const back = (): void => {
      if (isInFront()) setEnded(undefined)
    }
    window.addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      stop()
      window.removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
    }
  }, [replica])
  return ended
}

const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** The window's title: the page, or how a turn ended, and how many questions are waiting. Contains no third-party text. */
export function useWindowTitle({ page }: Route, ended: string | undefined): void {
  const waiting = useHost((state) => state.asks.length)
  useEffect(() => {
    document.title = frame.windowTitle(waiting, ended ?? frame.pages[page])
  }, [waiting, ended, page])
}
