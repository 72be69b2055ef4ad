import { compileProject, type Compilation } from '../compile/compile-project.js';
import { titleOf } from '../compile/function-file.js';
import type { Output } from '../terminal/output.js';
import { openProject } from '../project/project.js';

/** `svc compile`: checks types, imports and definitions of every function. */
export async function compileCommand(output: Output): Promise<void> {
  const compilation = await compileProject(openProject(process.cwd()));
  showWarnings(output, compilation);
  for (const entry of compilation.functions) output.line(`  ${titleOf(entry)}`);
  const count = compilation.functions.length;
  output.line(`${count} ${count === 1 ? 'function compiles' : 'functions compile'}.`);
  output.result({
    functions: compilation.functions.map(({ integration, kind, name, file, js, descriptor }) => ({
      integration,
      type: kind,
      name,
      file,
      bytes: Buffer.byteLength(js),
      descriptor,
    })),
    warnings: compilation.warnings,
    typesChecked: compilation.typesChecked,
  });
}

/** Tells what a compilation found that is no error. */
export function showWarnings(output: Output, { warnings, typesChecked }: Compilation): void {
  for (const warning of warnings) output.warning(warning);
  if (!typesChecked)
    output.note('Types were not checked: the project has no tsconfig.json, or no TypeScript is installed.\n');
}
