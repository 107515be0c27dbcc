import { createContext, useContext } from 'react'

/** The surrounding frame's functions for pages. */
export type FrameControls = { openMenu(): void; showKeys(): void; openPalette(): void }

/** Undefined outside the window's frame, as in a test of one part. */
export const FrameContext = createContext<FrameControls | undefined>(undefined)

/** Throws outside the frame: a page can't do without it. */
export function useFrame(): FrameControls {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('There is no Frame around this component.')
  return frame
}
