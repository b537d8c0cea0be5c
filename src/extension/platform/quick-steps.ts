import * as vscode from 'vscode';

/** Result of a step when the user wants the previous one. */
export const BACK = Symbol('back');

interface Step {
  readonly title: string;
  readonly placeHolder: string;
  /** True if there is a previous step. */
  readonly canGoBack: boolean;
}

/** Shows a step that selects one of several items; undefined if the form was canceled. */
export function pickStep<T extends vscode.QuickPickItem>(
  { title, placeHolder, canGoBack }: Step,
  items: readonly T[],
  active: T | undefined,
): Promise<T | typeof BACK | undefined> {
  const pick = vscode.window.createQuickPick<T>();
  pick.title = title;
  pick.placeholder = placeHolder;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = canGoBack;
  pick.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  pick.items = items;
  if (active !== undefined) pick.activeItems = [active];
  return new Promise((resolve) => {
    const end = (answer: T | typeof BACK | undefined): void => {
      resolve(answer);
      pick.dispose();
    };
    pick.onDidTriggerButton(() => end(BACK));
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) end(chosen);
    });
    pick.onDidHide(() => end(undefined));
    pick.show();
  });
}

/** Shows a step that takes a text; `fault` returns the error of a text. */
export function writeStep(
  { title, placeHolder, canGoBack }: Step,
  value: string,
  fault: (text: string) => string | undefined,
): Promise<string | typeof BACK | undefined> {
  const box = vscode.window.createInputBox();
  box.title = title;
  box.prompt = placeHolder;
  box.value = value;
  box.ignoreFocusOut = true;
  box.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  const check = (text: string): boolean => {
    box.validationMessage = fault(text);
    return box.validationMessage === undefined;
  };
  return new Promise((resolve) => {
    const end = (answer: string | typeof BACK | undefined): void => {
      resolve(answer);
      box.dispose();
    };
    box.onDidTriggerButton(() => end(BACK));
    box.onDidChangeValue(check);
    box.onDidAccept(() => {
      if (check(box.value)) end(box.value);
    });
    box.onDidHide(() => end(undefined));
    box.show();
  });
}
