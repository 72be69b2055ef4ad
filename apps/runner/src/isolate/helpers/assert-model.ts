/** @throws {TypeError} that names the models there are */
export function assertModel(models: readonly string[], model: string, helper: string): void {
  if (models.includes(model)) return;
  throw new TypeError(`${helper}: this sync has no model "${String(model)}"; it has ${models.join(', ') || 'none'}.`);
}
