/** One line per figure: what, how much, against which baseline, and the aim where there is one. */

const COLUMNS = [68, 16, 22, 24];

const row = (cells) => console.log(cells.map((cell, index) => String(cell).padEnd(COLUMNS[index] ?? 0)).join(''));

export const printHeader = () => row(['what', 'measured', 'against the baseline', 'aim on two cores']);

/** @param {{what: string, measured: string, ratio?: string, aim?: string}} figure */
export const printFigure = ({ what, measured, ratio = '', aim = '' }) => row([what, measured, ratio, aim]);

export const perSecond = (value) => `${Math.round(value).toLocaleString('en')}/s`;
export const milliseconds = (value) => `${value.toFixed(2)} ms`;
export const times = (value) => `${value.toFixed(2)} x`;
