-- Tells what Neovim shows of the file that is open: one line of JSON on standard output.
-- The client is set up by the configuration in docs/editors.md. WORD is where the cursor stands for the hover.
local word = vim.env.WORD
local function fail(what)
  io.stdout:write(vim.json.encode({ failure = what }) .. '\n')
  vim.cmd('cquit 1')
end

local answer = {}
if not vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20) then fail('no diagnostics') end
answer.diagnostics = vim.tbl_map(function(d)
  return { line = d.lnum, character = d.col, code = d.code, message = d.message, severity = d.severity }
end, vim.diagnostic.get(0))

vim.fn.cursor(1, 1)
if vim.fn.search('\\V' .. word) == 0 then fail('no ' .. word) end
vim.lsp.buf.hover()
local hover
vim.wait(20000, function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      hover = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
      return true
    end
  end
end, 20)
answer.hover = hover or {}

-- Lenses are virtual text; those that the server still computes say so with three dots, and are asked for again.
local function lenses()
  local found = {}
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find('codelens', 1, true) then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
        local texts = vim.tbl_map(function(chunk) return chunk[1] end, mark[4].virt_text or {})
        table.insert(found, { line = mark[2], text = table.concat(texts) })
      end
    end
  end
  return found
end
vim.wait(20000, function()
  vim.cmd('doautocmd <nomodeline> CursorHold')
  vim.wait(300, function() return false end, 20)
  local found = lenses()
  for _, lens in ipairs(found) do
    if lens.text:find('…', 1, true) or lens.text:find('Unresolved', 1, true) then return false end
  end
  return #found > 0
end, 20)
answer.lenses = lenses()

io.stdout:write(vim.json.encode(answer) .. '\n')
vim.cmd('qall!')
