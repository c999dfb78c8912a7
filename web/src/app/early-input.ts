const valueOf = (control: HTMLElement) => control.getAttribute('value');

/** Restores text that was typed into a field that React has replaced. @param initial what the field contained first */
function retype(before: HTMLInputElement | HTMLTextAreaElement, initial: string): void {
  const field = document.getElementById(before.id);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { value: typed, selectionStart, selectionEnd } = before;
  // The form may have filled in the draft of an earlier visit.
  const draft = [initial, typed].includes(field.value) ? '' : `${field.value}\n`;
  // Setting the value would keep React from noticing it.
  field.setRangeText(draft + typed, 0, field.value.length);
  field.setSelectionRange(
    draft.length + (selectionStart ?? typed.length),
    draft.length + (selectionEnd ?? typed.length),
  );
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/**
 * Collects clicks and text from before the application runs. React then hydrates the page, or
 * renders it again from scratch if an extension or a translation has changed it.
 * @returns a function that repeats the presses and restores the text, to call after that
 */
export function takeEarlyInput(root: HTMLElement): () => void {
  const presses = window.takePresses();
  const controlsNow = () => [...root.querySelectorAll<HTMLElement>('button, [type=radio]')];
  const controls = controlsNow();
  for (const radio of root.querySelectorAll<HTMLInputElement>('[type=radio]:checked')) {
    // Checked by the press that is repeated, or by an arrow key, which does not vote.
    radio.checked = false;
  }
  const selector = 'textarea, input[type=search]';
  const fields = Array.from(
    root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(selector),
    (field) => ({ field, initial: field.defaultValue }),
  );
  const focused = document.activeElement;
  return () => {
    for (const { field, initial } of fields.splice(0)) {
      if (field.isConnected) continue;
      if (field.value !== initial) retype(field, initial);
      if (field === focused) document.getElementById(field.id)?.focus({ preventScroll: true });
    }
    const now = controlsNow();
    for (const control of presses) {
      // If React has replaced the control, use the one at the same position with the same class and value.
      const same = control.isConnected ? control : now[controls.indexOf(control)];
      if (same?.className === control.className && valueOf(same) === valueOf(control)) same.click();
    }
    presses.clear();
  };
}
