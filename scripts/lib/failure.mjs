/** Something that a person can put right: shown as one sentence, without a stack. */
export class Failure extends Error {
  name = 'Failure';
}

/** Runs a script's main function; ends the process with status 1 after one clear sentence when it fails. */
export const runMain = async (main) => {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Failure ? `\nFailed: ${error.message}` : error);
    process.exitCode = 1;
  }
};
