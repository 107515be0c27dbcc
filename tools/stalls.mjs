// Every process and thread of the tests imports this if tools/anywhere.mjs asks for it: they stand still now and then,
// as on an overloaded machine.

const cell = new Int32Array(new SharedArrayBuffer(4))
// A test that replaces timers doesn't get this one.
const { setTimeout: later } = globalThis
const { random } = Math

/** Milliseconds. */
const betweenMs = { least: 20, most: 520 }
const usualMs = 150
const longMs = 1200
/** How many stalls are long ones. */
const longOnes = 0.08

function stall() {
  Atomics.wait(cell, 0, 0, random() < longOnes ? longMs : random() * usualMs)
  soon()
}

function soon() {
  later(stall, betweenMs.least + random() * (betweenMs.most - betweenMs.least)).unref()
}

soon()
