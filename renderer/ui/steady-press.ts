import type { PointerEvent } from 'react'

/** How far a pointer may be drawn away before its press no longer counts, in pixels. */
const slack = 12

let pressedAt = { x: 0, y: 0 }

/**
 * Goes on a button. A press that began on it ends on it, though the page moves under the pointer meanwhile; one that
 * the person draws away does not count.
 */
export const steadyPress = {
  onPointerDown({ currentTarget, pointerId, pointerType, button, clientX, clientY }: PointerEvent): void {
    if (button !== 0 || pointerType === 'touch') return
    pressedAt = { x: clientX, y: clientY }
    currentTarget.setPointerCapture(pointerId)
  },
  onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent): void {
    if (!currentTarget.hasPointerCapture(pointerId)) return
    if (Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) > slack) currentTarget.releasePointerCapture(pointerId)
  },
}
